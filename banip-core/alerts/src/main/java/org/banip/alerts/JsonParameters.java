package org.banip.alerts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Parameters;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.core.text.Spelling;

/** A declaration as a JSON object. Notes which fields were asked for, so that a misspelt one is an error. One thread. */
final class JsonParameters implements Parameters {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final JsonObject json;
    private final String where;
    private final String name;
    private final Set<String> known = new HashSet<>();

    /** The declaration that stands at {@code where}, which errors name. */
    JsonParameters(JsonObject json, String where, String name) {
        this.json = json;
        this.where = where;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String text(String field) {
        return value(field, String.class, "a text");
    }

    private <T> T value(String field, Class<T> type, String wanted) {
        known.add(field);
        Object value =
                json.value(field).orElseThrow(() -> wrong("field " + field + " is missing: " + wanted + alike(field)));
        if (!type.isInstance(value)) {
            throw wrong("field " + field + " is " + shown(value) + ", must be " + wanted);
        }
        return type.cast(value);
    }

    /** The field that the missing one may have been written as. */
    private String alike(String missing) {
        List<String> others = new ArrayList<>(json.names());
        others.removeAll(known);
        Optional<String> near = Spelling.nearest(missing, others);
        Optional<String> meant = near.isPresent()
                ? near
                : others.stream().filter(other -> abbreviates(other, missing)).findFirst();
        return meant.map(other -> "; is field " + Quoted.of(other) + " meant?").orElse("");
    }

    /** Whether its letters are some of the word's, the first one included, in their order. */
    private static boolean abbreviates(String other, String word) {
        int at = 0;
        for (int i = 0; i < word.length() && at < other.length(); i++) {
            if (word.charAt(i) == other.charAt(at)) {
                at++;
            }
        }
        return other.length() > 1 && at == other.length() && other.charAt(0) == word.charAt(0);
    }

    private static String shown(Object value) {
        return value instanceof String text ? Quoted.of(text) : Quoted.line(value.toString(), 80);
    }

    private boolean has(String field) {
        known.add(field);
        return json.has(field);
    }

    @Override
    public List<String> texts(String field, int min, int max) {
        String wanted = "a list of " + (min == max ? min : min + " to " + max) + " different texts";
        List<String> texts = new ArrayList<>();
        List<?> values = value(field, List.class, wanted);
        for (Object element : values) {
            if (element instanceof String text && !texts.contains(text)) {
                texts.add(text);
            }
        }
        if (texts.size() != values.size() || texts.size() < min || texts.size() > max) {
            throw wrong("field " + field + " is " + shown(values) + ", must be " + wanted);
        }
        return texts;
    }

    @Override
    public double number(String field, double min, double max, double byDefault) {
        return has(field) ? required(field, min, max) : byDefault;
    }

    @Override
    public OptionalDouble number(String field, double min, double max) {
        return has(field) ? OptionalDouble.of(required(field, min, max)) : OptionalDouble.empty();
    }

    private double required(String field, double min, double max) {
        String wanted = "a number from " + plain(min) + " to " + plain(max);
        Number number = value(field, Number.class, wanted);
        double value = Double.parseDouble(number.toString()); // rounds correctly on every platform
        if (!(value >= min && value <= max)) {
            throw wrong("field " + field + " is " + shown(number) + ", must be " + wanted);
        }
        return value;
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    @Override
    public long millis(String field, long min, long max, long byDefault) {
        return has(field) ? millis(field, min, max) : byDefault * NANOS_PER_MILLI;
    }

    @Override
    public long millis(String field, long min, long max) {
        double value = required(field, (double) min, (double) max);
        if (value != Math.rint(value)) {
            throw wrong("field " + field + " is " + value + ", must be whole milliseconds from " + min + " to " + max);
        }
        return ((long) value) * NANOS_PER_MILLI;
    }

    @Override
    public String word(String field, List<String> allowed, String byDefault) {
        if (!has(field)) {
            return byDefault;
        }
        String wanted = "one of " + String.join(", ", allowed);
        String word = value(field, String.class, wanted);
        if (!allowed.contains(word)) {
            throw wrong("field " + field + " is " + Quoted.of(word) + ", must be " + wanted);
        }
        return word;
    }

    @Override
    public Severity severity(String field, Severity byDefault) {
        List<String> allowed = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            allowed.add(severity.token());
        }
        return Severity.valueOf(word(field, allowed, byDefault.token()).toUpperCase(Locale.ROOT));
    }

    /** A misspelt field is the likely reason why something is missing. */
    @Override
    public BanipException invalid(String what) {
        refuseUnknown();
        return wrong(what);
    }

    private BanipException wrong(String what) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, where + ": " + what);
    }

    /** Refuses what nobody asked for. */
    void refuseUnknown() {
        json.unknownField(known).ifPresent(what -> {
            throw wrong(what);
        });
    }

    /** The fields, as a text that two equal declarations share. */
    String canonical() {
        StringBuilder text = new StringBuilder();
        List<String> names = new ArrayList<>(json.names());
        Collections.sort(names);
        for (String field : names) {
            json.value(field)
                    .ifPresent(value ->
                            text.append(field).append('=').append(value).append('\n'));
        }
        return text.toString();
    }
}
