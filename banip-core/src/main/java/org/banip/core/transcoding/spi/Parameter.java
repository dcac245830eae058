package org.banip.core.transcoding.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * One parameter of a component: a whole number in a range, a duration in a range or a word, one of several words, or
 * bytes in hexadecimal digits.
 *
 * @param name {@code [a-z][a-z0-9-]*}
 * @param defaultValue canonical text of the value if the chain does not name the parameter; empty if it must name it
 * @param kind the form of values
 * @param min lowest number or nanoseconds
 * @param max highest number or nanoseconds, or the number of digits
 * @param words allowed words; for {@link ValueKind#DURATION} those in place of a duration
 * @param description one sentence for help texts
 */
public record Parameter(
        String name, String defaultValue, ValueKind kind, long min, long max, List<String> words, String description) {
    /** Maximum number of a value's characters in a message. */
    private static final int MAX_SHOWN = 80;

    private static final Pattern VALUE = Pattern.compile("-?[a-z0-9.-]+");
    private static final Pattern HEX_DIGITS = Pattern.compile("[0-9a-f]+");

    /** The form of a parameter's values. */
    public enum ValueKind {
        /** A whole number. */
        NUMBER,
        /** A duration: a whole number and ms, s or min. */
        DURATION,
        /** One of several words. */
        WORD,
        /** Bytes: a number of hexadecimal digits in lower case. */
        HEX
    }

    /** Copies the list. */
    public Parameter {
        words = Collections.unmodifiableList(new ArrayList<>(words));
    }

    /** A whole number from min to max. */
    public static Parameter number(String name, long defaultValue, long min, long max, String description) {
        return new Parameter(
                name, Long.toString(defaultValue), ValueKind.NUMBER, min, max, Collections.emptyList(), description);
    }

    /** A duration from min to max. */
    public static Parameter duration(
            String name, Duration defaultValue, Duration min, Duration max, String description) {
        return new Parameter(
                name,
                durationText(defaultValue.toNanos()),
                ValueKind.DURATION,
                min.toNanos(),
                max.toNanos(),
                Collections.emptyList(),
                description);
    }

    /** A duration from min to max, or a word. */
    public static Parameter durationOr(
            String word, String name, Duration defaultValue, Duration min, Duration max, String description) {
        return new Parameter(
                name,
                durationText(defaultValue.toNanos()),
                ValueKind.DURATION,
                min.toNanos(),
                max.toNanos(),
                Collections.singletonList(word),
                description);
    }

    /** One of the words; the first is the default. */
    public static Parameter word(String name, String description, String... words) {
        return new Parameter(name, words[0], ValueKind.WORD, 0, 0, Arrays.asList(words), description);
    }

    /** Bytes, which the chain must give: a fixed number of hexadecimal digits in lower case. */
    public static Parameter hex(String name, int digits, String description) {
        return new Parameter(name, "", ValueKind.HEX, digits, digits, Collections.emptyList(), description);
    }

    /** Whether the chain must give it, because it has no default. */
    public boolean required() {
        return defaultValue.isEmpty();
    }

    /**
     * The canonical text of a value: {@code 0500ms} becomes {@code 500ms}, {@code 2000ms} becomes {@code 2s}.
     *
     * @throws BanipException {@code INVALID_CHAIN} with the component, what was seen, and what is allowed
     */
    public String canonical(String component, String value) {
        if (!VALUE.matcher(value).matches()) {
            throw refused(component, value);
        }
        try {
            switch (kind) {
                case WORD:
                    if (words.contains(value)) {
                        return value;
                    }
                    break;
                case HEX:
                    if (value.length() == max && HEX_DIGITS.matcher(value).matches()) {
                        return value;
                    }
                    break;
                case NUMBER:
                    long number = Long.parseLong(value);
                    if (number >= min && number <= max) {
                        return Long.toString(number);
                    }
                    break;
                default:
                    if (words.contains(value)) {
                        return value;
                    }
                    long nanos = parseDuration(value);
                    if (nanos >= min && nanos <= max) {
                        return durationText(nanos);
                    }
            }
        } catch (NumberFormatException | ArithmeticException e) {
            throw refused(component, value);
        }
        throw refused(component, value);
    }

    private BanipException refused(String component, String value) {
        return new BanipException(
                ErrorCode.INVALID_CHAIN,
                component + ": " + name + "=" + Quoted.line(value, MAX_SHOWN) + " is not allowed; allowed is "
                        + allowed());
    }

    /** The allowed values, for people. */
    public String allowed() {
        switch (kind) {
            case WORD:
                return String.join(" or ", words);
            case HEX:
                return max + " hexadecimal digits in lower case";
            case NUMBER:
                return "a whole number from " + min + " to " + max;
            default:
                return "a duration from " + durationText(min) + " to " + durationText(max)
                        + ", written as a whole number and ms, s or min"
                        + (words.isEmpty() ? "" : "; or " + String.join(" or ", words));
        }
    }

    static long parseDuration(String text) {
        if (text.equals("0")) {
            return 0;
        }
        if (text.endsWith("ms")) {
            return Math.multiplyExact(Long.parseLong(text.substring(0, text.length() - 2)), 1_000_000L);
        }
        if (text.endsWith("min")) {
            return Math.multiplyExact(Long.parseLong(text.substring(0, text.length() - 3)), 60_000_000_000L);
        }
        if (text.endsWith("s")) {
            return Math.multiplyExact(Long.parseLong(text.substring(0, text.length() - 1)), 1_000_000_000L);
        }
        throw new NumberFormatException("no unit");
    }

    static String durationText(long nanos) {
        if (nanos == 0) {
            return "0";
        }
        if (nanos % 60_000_000_000L == 0) {
            return nanos / 60_000_000_000L + "min";
        }
        if (nanos % 1_000_000_000L == 0) {
            return nanos / 1_000_000_000L + "s";
        }
        return nanos / 1_000_000L + "ms";
    }
}
