package org.banip.server.settings;

import java.time.Duration;
import java.util.function.Function;
import org.banip.core.text.Quoted;

/**
 * How the text of a setting becomes a value.
 *
 * @param name of the type, for a table: {@code number}, {@code time}, {@code file}
 * @param unit of a number, or empty
 * @param allowed the values that are allowed, in words that follow "allowed are"
 * @param parser returns the value, or throws {@code IllegalArgumentException} for a text that is not allowed
 * @param printer the text of a value
 */
public record SettingType<T>(
        String name, String unit, String allowed, Function<String, T> parser, Function<T, String> printer) {
    /** A whole number of a unit ({@code bytes}, or empty for a count), from min to max. */
    public static SettingType<Integer> number(String unit, int min, int max) {
        return new SettingType<>(
                "number", unit, range(min, max), text -> (int) whole(text, min, max), value -> Integer.toString(value));
    }

    /** A time in whole milliseconds, from min to max. */
    public static SettingType<Duration> millis(Duration min, Duration max) {
        return new SettingType<>(
                "time",
                "ms",
                range(min.toMillis(), max.toMillis()),
                text -> Duration.ofMillis(whole(text, min.toMillis(), max.toMillis())),
                value -> Long.toString(value.toMillis()));
    }

    private static String range(long min, long max) {
        return String.format(java.util.Locale.ROOT, "%,d to %,d", min, max);
    }

    private static long whole(String text, long min, long max) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(Quoted.of(text) + " is not a whole number", e);
        }
        if (value < min || value > max) {
            throw new IllegalArgumentException(value + " is outside " + range(min, max));
        }
        return value;
    }
}
