package org.banip.core.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose fields are read with their type. A missing field, or one of another type, is a {@code MALFORMED_REQUEST} that names the field.
 * Unknown fields are ignored, unless the reader asks for them. Immutable.
 */
public final class JsonObject {
    /** Maximum length of a field's path in a message, because the document determines the path. */
    private static final int MAX_SHOWN = 200;

    private final String path;
    private final Map<?, ?> fields;

    JsonObject(String path, Map<?, ?> fields) {
        this.path = path;
        this.fields = fields;
    }

    /**
     * Reads a document whose outermost value is an object.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} with the position, or {@code TOO_LONG}
     */
    public static JsonObject parse(String text) {
        Object value = new JsonParser(text).document();
        if (!(value instanceof Map)) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "JSON document must be an object");
        }
        return new JsonObject("", (Map<?, ?>) value);
    }

    /** Whether the field is present and not null. */
    public boolean has(String name) {
        return fields.get(name) != null;
    }

    /** The field names, in document order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (Object name : fields.keySet()) {
            names.add((String) name);
        }
        return names;
    }

    /** What to say of the first field that is not one of these. Empty if there is none. For documents that people write. */
    public Optional<String> unknownField(Collection<String> known) {
        return names().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(name -> "field " + Quoted.of(name) + " is unknown, allowed are "
                        + String.join(", ", new TreeSet<>(known)));
    }

    /** The field with any type: a {@code String}, {@code Boolean}, {@code BigDecimal}, map or list. Empty if the field is missing. */
    public Optional<Object> value(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** A text. */
    public String string(String name) {
        return require(name, String.class, "a string");
    }

    /** A text. Empty if the field is missing. */
    public Optional<String> optionalString(String name) {
        return has(name) ? Optional.of(string(name)) : Optional.empty();
    }

    /** A true or false. */
    public boolean bool(String name) {
        return require(name, Boolean.class, "true or false");
    }

    /** A whole number from min to max. */
    public long integer(String name, long min, long max) {
        return integer(name, require(name, BigDecimal.class, "a number"), min, max);
    }

    private long integer(String name, BigDecimal number, long min, long max) {
        try {
            long value = number.longValueExact();
            if (value >= min && value <= max) {
                return value;
            }
        } catch (ArithmeticException e) {
            throw outOfRange(name, number, min, max, e);
        }
        throw outOfRange(name, number, min, max, null);
    }

    /** A number that is finite as a double. */
    public double number(String name) {
        BigDecimal number = require(name, BigDecimal.class, "a number");
        double value = Double.parseDouble(number.toString()); // rounds correctly on every platform
        if (Double.isInfinite(value)) {
            throw malformed(name + " is " + number + ", must fit 64-bit floating point");
        }
        return value;
    }

    /** An object. */
    public JsonObject object(String name) {
        return new JsonObject(path + name + ".", require(name, Map.class, "an object"));
    }

    /** A list of objects. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : require(name, List.class, "a list")) {
            if (!(element instanceof Map)) {
                throw malformed(name + "[" + objects.size() + "] must be an object");
            }
            objects.add(new JsonObject(path + name + "[" + objects.size() + "].", (Map<?, ?>) element));
        }
        return Collections.unmodifiableList(objects);
    }

    /** The texts of a required list. */
    public List<String> strings(String name) {
        List<String> texts = new ArrayList<>();
        for (Object element : require(name, List.class, "a list")) {
            if (!(element instanceof String text)) {
                throw malformed(name + "[" + texts.size() + "] must be a text");
            }
            texts.add(text);
        }
        return Collections.unmodifiableList(texts);
    }

    /** A list of whole numbers from min to max. */
    public long[] integers(String name, long min, long max) {
        List<?> elements = require(name, List.class, "a list");
        long[] integers = new long[elements.size()];
        for (int i = 0; i < integers.length; i++) {
            String element = name + "[" + i + "]";
            if (!(elements.get(i) instanceof BigDecimal)) {
                throw malformed(element + " must be a number");
            }
            integers[i] = integer(element, (BigDecimal) elements.get(i), min, max);
        }
        return integers;
    }

    /** The object as JSON, without blanks. Numbers become those of 64-bit floating point, and must fit it. */
    public String toJson() {
        requireFinite(fields);
        return new JsonWriter().value(fields).toString();
    }

    private void requireFinite(@Nullable Object value) {
        if (value instanceof Map<?, ?> inner) {
            inner.values().forEach(this::requireFinite);
        } else if (value instanceof List<?> elements) {
            elements.forEach(this::requireFinite);
        } else if (value instanceof BigDecimal number && Double.isInfinite(Double.parseDouble(number.toString()))) {
            String where = path.isEmpty() ? "" : " in " + Quoted.line(path.substring(0, path.length() - 1), MAX_SHOWN);
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "number " + number + where + ", must fit 64-bit floating point");
        }
    }

    private <T> T require(String name, Class<T> type, String wanted) {
        Object value = fields.get(name);
        if (!type.isInstance(value)) {
            throw malformed(name + " must be " + wanted + (value == null ? ", is missing" : ""));
        }
        return type.cast(value);
    }

    private BanipException outOfRange(
            String name, BigDecimal seen, long min, long max, @Nullable ArithmeticException cause) {
        String message = "field " + Quoted.line(path + name, MAX_SHOWN) + " is "
                + seen.round(new java.math.MathContext(20)) + ", must be a whole number from " + min + " to " + max;
        return cause == null
                ? new BanipException(ErrorCode.MALFORMED_REQUEST, message)
                : new BanipException(ErrorCode.MALFORMED_REQUEST, message, cause);
    }

    private BanipException malformed(String what) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, "field " + Quoted.line(path + what, MAX_SHOWN));
    }
}
