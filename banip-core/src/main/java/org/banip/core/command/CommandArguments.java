package org.banip.core.command;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;
import org.banip.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/** The arguments of one command, which fit its declaration. Absent ones have their default, if there is one. Immutable. */
public final class CommandArguments {
    private final String command;
    private final Map<String, Object> values;

    private CommandArguments(String command, Map<String, Object> values) {
        this.command = command;
        this.values = Collections.unmodifiableMap(values);
    }

    /**
     * Checks values against a declaration.
     *
     * @param given by name numbers, texts and truth values; null is as if it were absent
     * @throws BanipException {@code MALFORMED_REQUEST} that names the command and the argument, what was seen and what is allowed; {@code TOO_LONG} if
     *     all together do not fit a command
     */
    public static CommandArguments of(CommandDeclaration declaration, Map<String, ? extends @Nullable Object> given) {
        for (String name : given.keySet()) {
            if (declaration.arguments().stream()
                    .noneMatch(argument -> argument.name().equals(name))) {
                throw malformed(declaration, "has no argument " + Quoted.of(name) + ", it has " + names(declaration));
            }
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (CommandArgument argument : declaration.arguments()) {
            value(declaration, argument, given.get(argument.name()))
                    .ifPresent(value -> values.put(argument.name(), value));
        }
        CommandArguments arguments = new CommandArguments(declaration.name(), values);
        arguments.checkLength();
        return arguments;
    }

    private static String names(CommandDeclaration declaration) {
        return declaration.arguments().isEmpty()
                ? "none"
                : declaration.arguments().stream().map(CommandArgument::name).collect(Collectors.joining(", "));
    }

    private static Optional<Object> value(
            CommandDeclaration declaration, CommandArgument argument, @Nullable Object given) {
        if (given != null) {
            try {
                return Optional.of(argument.checked(given));
            } catch (BanipException e) {
                throw new BanipException(e.code(), "command " + declaration.name() + ": " + e.getMessage(), e);
            }
        }
        if (argument.required() && !argument.standard().isPresent()) {
            throw malformed(declaration, "needs argument " + argument.name() + ": allowed " + argument.allowed());
        }
        return argument.standard();
    }

    /**
     * Reads the argument bytes of a command.
     *
     * @param json a JSON object in UTF-8; no bytes are an object without fields
     * @throws BanipException as {@link #of} says, and {@code MALFORMED_REQUEST} if they are no such object
     */
    public static CommandArguments read(CommandDeclaration declaration, byte[] json) {
        String text = Utf8.decode(json, 0, json.length)
                .orElseThrow(() -> malformed(declaration, "takes a JSON object in UTF-8, the arguments are not UTF-8"));
        return parse(declaration, text);
    }

    /** Reads arguments from a JSON object; an empty text is an object without fields. */
    public static CommandArguments parse(CommandDeclaration declaration, String json) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>();
        if (!json.isEmpty()) {
            JsonObject object = JsonObject.parse(json);
            object.names().forEach(name -> given.put(name, object.value(name).orElse(null)));
        }
        return of(declaration, given);
    }

    private void checkLength() {
        int length = toBytes().length;
        if (length > Control.MAX_COMMAND_BYTES) {
            throw new BanipException(
                    ErrorCode.TOO_LONG,
                    "command " + command + ": arguments of " + length + " bytes exceed limit "
                            + Control.MAX_COMMAND_BYTES);
        }
    }

    /** The bytes that go to the MBU: a JSON object in UTF-8. */
    public byte[] toBytes() {
        JsonWriter out = new JsonWriter().beginObject();
        values.forEach((name, value) -> write(out, name, value));
        return out.endObject().toString().getBytes(StandardCharsets.UTF_8);
    }

    static void write(JsonWriter out, String name, Object value) {
        if (value instanceof Long whole) {
            out.field(name, whole.longValue());
        } else if (value instanceof Double number) {
            out.field(name, number.doubleValue());
        } else if (value instanceof Boolean truth) {
            out.field(name, truth.booleanValue());
        } else {
            out.field(name, value.toString());
        }
    }

    /** All values by name, in the order of the declaration. */
    public Map<String, Object> values() {
        return values;
    }

    /** Whether there is a value. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** A number. */
    public double number(String name) {
        return of(name, Double.class);
    }

    /** A whole number. */
    public long integer(String name) {
        return of(name, Long.class);
    }

    /** A text or a choice. */
    public String text(String name) {
        return of(name, String.class);
    }

    /** A truth value. */
    public boolean flag(String name) {
        return of(name, Boolean.class);
    }

    private <T> T of(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("command " + command + ": argument " + name + " is "
                    + (value == null ? "absent" : "no " + type.getSimpleName()) + "; there are " + values.keySet());
        }
        return type.cast(value);
    }

    private static BanipException malformed(CommandDeclaration declaration, String what) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, "command " + declaration.name() + " " + what);
    }
}
