package org.banip.core.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one JSON document, field after field, in the order of the calls. One thread at a time. */
public final class JsonWriter {
    /** Replaces an unpaired surrogate, which UTF-8 cannot represent. */
    private static final char REPLACEMENT = '\uFFFD';
    /** Whole numbers from here on are not exact in 64-bit floating point. */
    private static final double EXACT = 1L << 53;

    private final StringBuilder out = new StringBuilder();
    private boolean comma;

    /** An empty document. */
    public JsonWriter() {}

    /** Begins an object as document or list element. */
    public JsonWriter beginObject() {
        separate();
        out.append('{');
        comma = false;
        return this;
    }

    /** Begins an object as a field. */
    public JsonWriter beginObject(String name) {
        name(name);
        out.append('{');
        comma = false;
        return this;
    }

    /** Ends the innermost object. */
    public JsonWriter endObject() {
        out.append('}');
        comma = true;
        return this;
    }

    /** Begins a list as a field. */
    public JsonWriter beginList(String name) {
        name(name);
        out.append('[');
        comma = false;
        return this;
    }

    /** Ends the innermost list. */
    public JsonWriter endList() {
        out.append(']');
        comma = true;
        return this;
    }

    /** A text field. */
    public JsonWriter field(String name, String value) {
        name(name);
        quote(value);
        comma = true;
        return this;
    }

    /** A whole number field. */
    public JsonWriter field(String name, long value) {
        name(name);
        out.append(value);
        comma = true;
        return this;
    }

    /** A number field; must be finite. */
    public JsonWriter field(String name, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " is not finite: " + value);
        }
        name(name);
        out.append(value);
        comma = true;
        return this;
    }

    /** A true or false field. */
    public JsonWriter field(String name, boolean value) {
        name(name);
        out.append(value);
        comma = true;
        return this;
    }

    /** A text as list element. */
    public JsonWriter element(String value) {
        separate();
        quote(value);
        comma = true;
        return this;
    }

    /** A number as list element. */
    public JsonWriter element(long value) {
        separate();
        out.append(value);
        comma = true;
        return this;
    }

    /** A list of values that are JSON already. */
    public JsonWriter list(String name, List<String> values) {
        name(name);
        out.append('[').append(String.join(",", values)).append(']');
        comma = true;
        return this;
    }

    /**
     * A value as {@link JsonParser} reads it. Numbers become those of 64-bit floating point, so that what is written is the same however often it is read
     * and written.
     */
    JsonWriter value(@Nullable Object value) {
        if (value instanceof Map<?, ?> fields) {
            out.append('{');
            comma = false;
            fields.forEach((name, field) -> {
                name((String) name);
                value(field);
            });
            out.append('}');
        } else if (value instanceof List<?> elements) {
            out.append('[');
            comma = false;
            elements.forEach(element -> {
                separate();
                value(element);
            });
            out.append(']');
        } else if (value instanceof String text) {
            quote(text);
        } else if (value instanceof BigDecimal number) {
            double nearest = Double.parseDouble(number.toString()); // rounds correctly on every platform
            boolean whole = nearest == Math.rint(nearest) && Math.abs(nearest) < EXACT;
            out.append(whole ? Long.toString((long) nearest) : Double.toString(nearest));
        } else {
            out.append(value);
        }
        comma = true;
        return this;
    }

    private void name(String name) {
        separate();
        quote(name);
        out.append(':');
    }

    private void separate() {
        if (comma) {
            out.append(',');
        }
    }

    private void quote(String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < 0x20) {
                out.append(String.format(java.util.Locale.ROOT, "\\u%04x", c));
            } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                out.append(REPLACEMENT);
            } else {
                out.appendCodePoint(c);
            }
        }
        out.append('"');
    }

    /** The document. */
    @Override
    public String toString() {
        return out.toString();
    }
}
