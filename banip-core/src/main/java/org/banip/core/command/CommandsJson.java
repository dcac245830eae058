package org.banip.core.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/** The JSON form of declared commands. For BANip's own modules. */
@SuppressWarnings("exports") // the JSON types are for BANip's own modules as well
public final class CommandsJson {
    /** The field of a registration that has them. */
    public static final String COMMANDS = "commands";

    private static final String ACTUATOR = "actuator";
    private static final String ARGUMENTS = "arguments";
    private static final String CHOICES = "choices";
    private static final String DEFAULT = "default";
    private static final String MAXIMUM = "maximum";
    private static final String MINIMUM = "minimum";
    private static final String REQUIRED = "required";
    private static final String TIMEOUT = "timeoutMillis";
    private static final String UNIT = "unit";

    private static final int STANDARD_TEXT = 256;

    private CommandsJson() {}

    /** Writes the list, unless it is empty. */
    public static void write(JsonWriter out, List<CommandDeclaration> commands) {
        if (commands.isEmpty()) {
            return;
        }
        out.beginList(COMMANDS);
        for (CommandDeclaration command : commands) {
            out.beginObject();
            fields(out, command);
            out.endObject();
        }
        out.endList();
    }

    /** Writes the fields of one declaration. */
    public static void fields(JsonWriter out, CommandDeclaration command) {
        out.field("name", command.name()).field("description", command.description());
        command.actuator().ifPresent(target -> out.field(ACTUATOR, target));
        out.beginList("roles");
        command.roles().forEach(role -> out.element(role.token()));
        out.endList().field(TIMEOUT, command.timeout().toMillis());
        if (!command.arguments().isEmpty()) {
            out.beginList(ARGUMENTS);
            command.arguments().forEach(argument -> write(out, argument));
            out.endList();
        }
    }

    private static void write(JsonWriter out, CommandArgument argument) {
        out.beginObject()
                .field("name", argument.name())
                .field("type", argument.type().token());
        if (!argument.unit().isEmpty()) {
            out.field(UNIT, argument.unit());
        }
        if (argument.type() == CommandArgument.Type.NUMBER) {
            out.field(MINIMUM, argument.minimum()).field(MAXIMUM, argument.maximum());
        } else if (argument.type() == CommandArgument.Type.INTEGER || argument.type() == CommandArgument.Type.TEXT) {
            out.field(MINIMUM, (long) argument.minimum()).field(MAXIMUM, (long) argument.maximum());
        } else if (argument.type() == CommandArgument.Type.CHOICE) {
            out.beginList(CHOICES);
            argument.choices().forEach(out::element);
            out.endList();
        }
        if (!argument.required()) {
            out.field(REQUIRED, false);
        }
        argument.standard().ifPresent(value -> CommandArguments.write(out, DEFAULT, value));
        out.endObject();
    }

    /**
     * Reads the declarations of a document; empty if it has none.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if a field has another type, {@code INVALID_DESCRIPTION} if it breaks its rule
     */
    public static List<CommandDeclaration> read(JsonObject document) {
        if (!document.has(COMMANDS)) {
            return Collections.emptyList();
        }
        return CommandDeclaration.checked(document.objects(COMMANDS).stream()
                .map(CommandsJson::declaration)
                .collect(Collectors.toList()));
    }

    private static CommandDeclaration declaration(JsonObject json) {
        String name = json.string("name");
        Set<CommandRole> roles = EnumSet.noneOf(CommandRole.class);
        json.strings("roles").forEach(token -> roles.add(CommandRole.ofToken(token, "command " + Quoted.of(name))));
        List<CommandArgument> arguments = new ArrayList<>();
        if (json.has(ARGUMENTS)) {
            json.objects(ARGUMENTS).forEach(argument -> arguments.add(inCommand(name, () -> argument(argument))));
        }
        return new CommandDeclaration(
                name,
                json.string("description"),
                arguments,
                json.has(ACTUATOR) ? Optional.of(json.string(ACTUATOR)) : Optional.empty(),
                roles,
                json.has(TIMEOUT)
                        ? Duration.ofMillis(json.integer(TIMEOUT, Integer.MIN_VALUE, Integer.MAX_VALUE))
                        : CommandDeclaration.DEFAULT_TIMEOUT);
    }

    private static CommandArgument inCommand(String name, Supplier<CommandArgument> argument) {
        try {
            return argument.get();
        } catch (BanipException e) {
            throw e.code() == ErrorCode.INVALID_DESCRIPTION
                    ? new BanipException(e.code(), "command " + Quoted.of(name) + ": " + e.getMessage(), e)
                    : e;
        }
    }

    private static CommandArgument argument(JsonObject json) {
        CommandArgument.Type type = type(json.string("type"));
        boolean limited = type == CommandArgument.Type.NUMBER || type == CommandArgument.Type.INTEGER;
        CommandArgument argument = new CommandArgument(
                json.string("name"),
                type,
                limited && json.has(UNIT) ? json.string(UNIT) : "",
                limited || type == CommandArgument.Type.TEXT && json.has(MINIMUM) ? json.number(MINIMUM) : 0,
                limited || type == CommandArgument.Type.TEXT && json.has(MAXIMUM)
                        ? json.number(MAXIMUM)
                        : type == CommandArgument.Type.TEXT ? STANDARD_TEXT : 0,
                type == CommandArgument.Type.CHOICE ? json.strings(CHOICES) : Collections.emptyList(),
                !json.has(REQUIRED) || json.bool(REQUIRED),
                Optional.empty());
        return json.value(DEFAULT).map(argument::withDefault).orElse(argument);
    }

    private static CommandArgument.Type type(String token) {
        for (CommandArgument.Type type : CommandArgument.Type.values()) {
            if (type.token().equals(token)) {
                return type;
            }
        }
        throw new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                "type " + Quoted.of(token)
                        + " of an argument is not known; allowed are number, integer, text, choice, boolean");
    }
}
