package org.banip.measure.report;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.measure.report.plot.Numbers;

/** A row of a table whose values may be missing or of another type than expected. */
record Row(JsonObject object) {
    private static final String ABSENT = "";
    private static final Set<String> TELL_LITTLE = Set.of("unit", "link", "congestionControl", "signal");

    /** A value as people read it; empty if it is not there. */
    String text(String name) {
        return object.value(name).map(Row::shown).orElse(ABSENT);
    }

    /** The value in a column with fractions: {@code 1.00} between {@code 1.10} and {@code 0.953}. */
    String measured(String name) {
        OptionalDouble value = number(name);
        return value.isPresent() ? Numbers.text(value.getAsDouble()) : text(name);
    }

    /** Whether it is a number, but not a whole one. */
    boolean fractional(String name) {
        return object.value(name)
                .filter(value -> value instanceof BigDecimal number && !whole(number))
                .isPresent();
    }

    private static boolean whole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() <= 15;
    }

    private static String shown(Object value) {
        if (value instanceof BigDecimal number) {
            return whole(number)
                    ? String.format(Locale.ROOT, "%,d", number.longValue())
                    : Numbers.text(number.doubleValue());
        }
        if (value instanceof Boolean flag) {
            return flag ? "yes" : "no";
        }
        return String.valueOf(value);
    }

    /** A number, if it is one. */
    OptionalDouble number(String name) {
        Optional<Object> value = object.value(name).filter(BigDecimal.class::isInstance);
        return value.isPresent() ? OptionalDouble.of(((BigDecimal) value.get()).doubleValue()) : OptionalDouble.empty();
    }

    /** A number, or not a number. */
    double get(String name) {
        return number(name).orElse(Double.NaN);
    }

    /** Whether all of these exist and are numbers. */
    boolean hasNumbers(String... names) {
        return Stream.of(names).allMatch(name -> number(name).isPresent());
    }

    /** Whether the value is true. */
    boolean says(String name) {
        return object.value(name).equals(Optional.of(Boolean.TRUE));
    }

    /** Its texts, joined: they identify the row. */
    String label() {
        if (hasNumbers("packetizer") && object.has("uplink")) {
            String indicator = text("indicator");
            String load = indicator.equals("TC") ? "" : ", " + text("load");
            return indicator + ", " + CpiSetting.name(this) + load;
        }
        if (hasNumbers("megabits") && object.has("protocol")) {
            return text("protocol") + ", " + text("transfer") + ", " + text("link");
        }
        return object.names().stream()
                .filter(name -> !TELL_LITTLE.contains(name))
                .filter(name ->
                        object.value(name).filter(String.class::isInstance).isPresent())
                .map(this::text)
                .filter(text -> !text.isEmpty())
                .limit(3)
                .collect(Collectors.joining(", "));
    }
}
