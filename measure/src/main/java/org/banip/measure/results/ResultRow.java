package org.banip.measure.results;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.banip.core.json.JsonWriter;

/** One row of a table: named values in the order they were given. One thread. */
public final class ResultRow {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Creates a row without values. */
    public ResultRow() {}

    /** Adds a text. */
    public ResultRow text(String name, String value) {
        return put(name, value);
    }

    /** Adds a whole number. */
    public ResultRow count(String name, long value) {
        return put(name, value);
    }

    /**
     * Adds a measured number.
     *
     * @throws IllegalArgumentException if it is not finite, because JSON has no such numbers
     */
    public ResultRow number(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are finite numbers");
        }
        return put(name, value);
    }

    /** Adds a truth value. */
    public ResultRow flag(String name, boolean value) {
        return put(name, value);
    }

    private ResultRow put(String name, Object value) {
        if (values.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException(name + " is there already");
        }
        return this;
    }

    /** Names and values; values are {@code String}, {@code Long}, {@code Double} or {@code Boolean}. */
    Map<String, Object> values() {
        return values;
    }

    /** The row as a JSON object of one line. */
    public String json() {
        JsonWriter json = new JsonWriter().beginObject();
        values.forEach((name, value) -> {
            if (value instanceof Long whole) {
                json.field(name, whole.longValue());
            } else if (value instanceof Double measured) {
                json.field(name, measured.doubleValue());
            } else if (value instanceof Boolean flag) {
                json.field(name, flag.booleanValue());
            } else {
                json.field(name, value.toString());
            }
        });
        return json.endObject().toString();
    }

    /** One cell of a CSV file (RFC 4180); empty if the row has no such value. */
    String cell(String name) {
        Object value = values.get(name);
        if (value == null) {
            return "";
        }
        if (value instanceof Double measured) {
            return String.format(Locale.ROOT, "%s", measured);
        }
        String text = Objects.toString(value);
        boolean quoted = text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
