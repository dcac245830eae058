package org.banip.core.command;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a declared command: its type and its limits. Values are {@code Double}, {@code Long}, {@code String} (texts and choices) or
 * {@code Boolean}.
 *
 * @param name 1 to 32 characters from {@code A-Z a-z 0-9 . _ -}
 * @param type what its values are
 * @param unit UCUM code of at most 32 characters; empty if there is none
 * @param minimum the least value; of a text, the least number of characters; 0 if the type has no limits
 * @param maximum the greatest value; of a text, the most characters; 0 if the type has no limits
 * @param choices of a choice: 1 to 64 different texts of 1 to 64 characters; else empty
 * @param required whether a value must be given, if there is no default
 * @param standard the default, within the limits
 */
public record CommandArgument(
        String name,
        Type type,
        String unit,
        double minimum,
        double maximum,
        List<String> choices,
        boolean required,
        Optional<Object> standard) {
    /** The most choices. */
    public static final int MAX_CHOICES = 64;
    /** The most characters that a text may have. */
    public static final int MAX_TEXT = 1024;
    /** Limits of whole numbers are within plus and minus this: 64-bit floating point has all of them. */
    public static final long MAX_INTEGER = (1L << 53) - 1;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,32}");
    private static final int MAX_UNIT = 32;
    private static final int MAX_CHOICE = 64;

    /** What values an argument has. */
    public enum Type {
        /** A number that is finite as 64-bit floating point. */
        NUMBER,
        /** A whole number. */
        INTEGER,
        /** A text. */
        TEXT,
        /** One of some texts. */
        CHOICE,
        /** True or false. */
        BOOLEAN;

        /** The token in declarations, for example {@code number}. */
        public String token() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Checks every field and copies the list. */
    public CommandArgument {
        if (!NAME.matcher(name).matches()) {
            throw invalid("argument " + Quoted.of(name) + " must have a name of 1 to 32 of A-Z a-z 0-9 . _ -");
        }
        choices = Collections.unmodifiableList(new ArrayList<>(choices));
        if (!DeclaredText.fits(unit, 0, MAX_UNIT)) {
            throw invalid("argument " + name + ": unit " + Quoted.of(unit) + " must have at most " + MAX_UNIT
                    + " characters, without control characters");
        }
        checkLimits(name, type, minimum, maximum);
        checkChoices(name, type, choices);
    }

    /** A number. */
    public static CommandArgument number(String name, String unit, double minimum, double maximum) {
        return new CommandArgument(
                name, Type.NUMBER, unit, minimum, maximum, Collections.emptyList(), true, Optional.empty());
    }

    /** A whole number. */
    public static CommandArgument integer(String name, String unit, long minimum, long maximum) {
        checkWhole(name, (double) minimum);
        checkWhole(name, (double) maximum);
        return new CommandArgument(
                name,
                Type.INTEGER,
                unit,
                (double) minimum,
                (double) maximum,
                Collections.emptyList(),
                true,
                Optional.empty());
    }

    /** A text with a greatest length in characters (Unicode code points). */
    public static CommandArgument text(String name, int mostCharacters) {
        return new CommandArgument(
                name, Type.TEXT, "", 0, mostCharacters, Collections.emptyList(), true, Optional.empty());
    }

    /** One of these texts. */
    public static CommandArgument choice(String name, String... choices) {
        return new CommandArgument(name, Type.CHOICE, "", 0, 0, Arrays.asList(choices), true, Optional.empty());
    }

    /** True or false. */
    public static CommandArgument flag(String name) {
        return new CommandArgument(name, Type.BOOLEAN, "", 0, 0, Collections.emptyList(), true, Optional.empty());
    }

    /** The same, which need not be given. */
    public CommandArgument optional() {
        return new CommandArgument(name, type, unit, minimum, maximum, choices, false, standard);
    }

    /**
     * The same with a default.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} if the value is not within the limits
     */
    public CommandArgument withDefault(Object value) {
        try {
            return new CommandArgument(
                    name, type, unit, minimum, maximum, choices, required, Optional.of(checked(value)));
        } catch (BanipException e) {
            throw new BanipException(ErrorCode.INVALID_DESCRIPTION, "default of " + e.getMessage(), e);
        }
    }

    private static void checkLimits(String name, Type type, double minimum, double maximum) {
        if (type == Type.INTEGER) {
            checkWhole(name, minimum);
            checkWhole(name, maximum);
        }
        boolean finite = !Double.isNaN(maximum - minimum) && !Double.isInfinite(maximum - minimum);
        if (!finite || minimum > maximum) {
            throw invalid("argument " + name + ": minimum " + minimum + " and maximum " + maximum
                    + " must be finite, the minimum not above the maximum");
        }
        if (type == Type.TEXT && !isLength(minimum, maximum)) {
            throw invalid("argument " + name + ": " + shown(minimum) + " to " + shown(maximum)
                    + " characters, allowed are whole numbers from 0 to " + MAX_TEXT);
        }
    }

    private static boolean isLength(double minimum, double maximum) {
        return minimum >= 0 && maximum <= MAX_TEXT && minimum == Math.rint(minimum) && maximum == Math.rint(maximum);
    }

    private static void checkWhole(String name, double limit) {
        if (limit != Math.rint(limit) || Math.abs(limit) > MAX_INTEGER) {
            throw invalid("argument " + name + ": limit " + limit + " must be a whole number within plus and minus "
                    + MAX_INTEGER);
        }
    }

    private static void checkChoices(String name, Type type, List<String> choices) {
        int fewest = type == Type.CHOICE ? 1 : 0;
        int most = type == Type.CHOICE ? MAX_CHOICES : 0;
        if (choices.size() < fewest || choices.size() > most) {
            throw invalid("argument " + name + " of type " + type.token() + " has " + choices.size()
                    + " choices, allowed are " + fewest + " to " + most);
        }
        for (String choice : choices) {
            if (!DeclaredText.fits(choice, 1, MAX_CHOICE)) {
                throw invalid("argument " + name + ": choice " + Quoted.of(choice) + " must have 1 to " + MAX_CHOICE
                        + " characters, without control characters");
            }
        }
        if (new HashSet<>(choices).size() < choices.size()) {
            throw invalid("argument " + name + " has the same choice twice");
        }
    }

    /**
     * Checks a value.
     *
     * @param value a number, a text or a truth value
     * @return the same as {@code Double}, {@code Long}, {@code String} or {@code Boolean}
     * @throws BanipException {@code MALFORMED_REQUEST} that says what was seen and what is allowed
     */
    public Object checked(@Nullable Object value) {
        Optional<Object> fitting = fitting(value);
        return fitting.orElseThrow(() -> new BanipException(
                ErrorCode.MALFORMED_REQUEST, "argument " + name + " is " + seen(value) + ", allowed " + allowed()));
    }

    private Optional<Object> fitting(@Nullable Object value) {
        switch (type) {
            case NUMBER:
                return value instanceof Number number
                        ? within(Double.parseDouble(number.toString())).map(Object.class::cast)
                        : Optional.empty();
            case INTEGER:
                return value instanceof Number number
                        ? within(Double.parseDouble(number.toString()))
                                .filter(whole -> whole == Math.rint(whole))
                                .map(Double::longValue)
                        : Optional.empty();
            case TEXT:
                return Optional.ofNullable(value)
                        .filter(text -> text instanceof String shown
                                && within(length(shown)).isPresent());
            case CHOICE:
                return Optional.ofNullable(value).filter(choices::contains);
            default:
                return Optional.ofNullable(value).filter(Boolean.class::isInstance);
        }
    }

    private Optional<Double> within(double value) {
        return value >= minimum && value <= maximum ? Optional.of(value + 0.0) : Optional.empty(); // not -0
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String seen(@Nullable Object value) {
        if (value instanceof String text) {
            return length(text) > MAX_CHOICE ? "a text of " + length(text) + " characters" : Quoted.of(text);
        }
        return Quoted.line(String.valueOf(value), MAX_CHOICE);
    }

    /**
     * Reads a value that a person wrote.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} that says what was seen and what is allowed
     */
    public Object parsed(String text) {
        switch (type) {
            case NUMBER:
            case INTEGER:
                return checked(number(text).map(Object.class::cast).orElse(text));
            case BOOLEAN:
                return checked(text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text);
            default:
                return checked(text);
        }
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text.trim()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** What values are allowed, in words, behind "allowed": {@code is a number from 0 to 20 mL/h}, {@code are day, night}. */
    public String allowed() {
        switch (type) {
            case CHOICE:
                return "are " + String.join(", ", choices);
            case BOOLEAN:
                return "are true and false";
            default:
                return "is " + values();
        }
    }

    /** The values, in words: {@code a number from 0 to 20 mL/h}, {@code day or night}. */
    public String values() {
        String range = "from " + shown(minimum) + " to " + shown(maximum) + (unit.isEmpty() ? "" : " " + unit);
        switch (type) {
            case NUMBER:
                return "a number " + range;
            case INTEGER:
                return "a whole number " + range;
            case TEXT:
                return "a text of " + shown(minimum) + " to " + shown(maximum) + " characters";
            case CHOICE:
                String last = choices.get(choices.size() - 1);
                List<String> others = choices.subList(0, choices.size() - 1);
                return others.isEmpty() ? last : String.join(", ", others) + " or " + last;
            default:
                return "true or false";
        }
    }

    private static String shown(double limit) {
        return limit == Math.rint(limit) && Math.abs(limit) <= MAX_INTEGER
                ? Long.toString((long) limit)
                : Double.toString(limit);
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, message);
    }
}
