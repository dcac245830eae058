package org.banip.server.settings;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How the text of a setting becomes a value. Immutable.
 *
 * @param name of the type, for a table and as the parameter of an option: {@code number}, {@code time}, {@code file}
 * @param unit of a number, or empty
 * @param allowed the values that are allowed, in words that follow "allowed:"
 * @param parser returns the value, or throws {@code IllegalArgumentException} for a text that is not allowed; the message says what
 *     is wrong with the text and does not repeat what is allowed
 * @param printer the text of a value
 */
public record SettingType<T>(
        String name, String unit, String allowed, Function<String, T> parser, Function<T, String> printer) {
    /** The name of a type whose values are lists of URLs, separated by commas. */
    public static final String URLS = "URLs";

    private static final String NUMBER = "number";
    private static final String TIME = "time";
    private static final String PORT = "port";

    /** A whole number of a unit ({@code bytes}, or empty for a count), from min to max. */
    public static SettingType<Integer> number(String unit, int min, int max) {
        return new SettingType<>(
                NUMBER, unit, range(min, max), text -> (int) whole(text, min, max), value -> Integer.toString(value));
    }

    /** A TCP port; 0 is any free port. */
    public static SettingType<Integer> port() {
        return new SettingType<>(
                PORT, "", "0 to 65535", text -> (int) whole(text, 0, 65_535), value -> Integer.toString(value));
    }

    /** A whole number that may be larger than an {@code int}, from min to max. */
    public static SettingType<Long> largeNumber(String unit, long min, long max) {
        return new SettingType<>(
                NUMBER, unit, range(min, max), text -> whole(text, min, max), value -> Long.toString(value));
    }

    /** A time in whole milliseconds, from min to max. */
    public static SettingType<Duration> millis(Duration min, Duration max) {
        return new SettingType<>(
                TIME,
                "ms",
                range(min.toMillis(), max.toMillis()),
                text -> Duration.ofMillis(whole(text, min.toMillis(), max.toMillis())),
                value -> Long.toString(value.toMillis()));
    }

    /** {@code true} or {@code false}. As an option it may stand without a value, which means {@code true}. */
    public static SettingType<Boolean> flag() {
        return new SettingType<>(
                "flag",
                "",
                "true, false",
                text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException("it is neither true nor false");
                },
                value -> Boolean.toString(value));
    }

    /**
     * Text that a condition allows.
     *
     * @param name of the type, for example {@code address}
     * @param allowed which texts are allowed, in words
     */
    public static SettingType<String> text(String name, String allowed, Predicate<String> condition) {
        return new SettingType<>(
                name,
                "",
                allowed,
                text -> {
                    if (!condition.test(text)) {
                        throw new IllegalArgumentException("it is not " + allowed);
                    }
                    return text;
                },
                value -> value);
    }

    /** An address or name of this machine, to listen on. */
    public static SettingType<String> address() {
        return text("address", "an address or name of this machine", value -> !value.contains("/"));
    }

    /** The path of a file; it need not exist. */
    public static SettingType<Path> file() {
        return new SettingType<>("file", "", "the path of a file", SettingType::path, Path::toString);
    }

    /** The path of a file that must be there. */
    public static SettingType<Path> existingFile() {
        return existingFile("the path of a file");
    }

    /** The path of a file with lines, none or more, that must be there. */
    public static SettingType<Path> existingLines() {
        return existingFile("the path of a file, which may be empty");
    }

    private static SettingType<Path> existingFile(String allowed) {
        return new SettingType<>("file", "", allowed, text -> existing(text, "file"), Path::toString);
    }

    /** The path of a folder that must be there. */
    public static SettingType<Path> existingFolder() {
        return new SettingType<>(
                "folder", "", "the path of a folder", text -> existing(text, "folder"), Path::toString);
    }

    /** An {@code http} or {@code https} URL with a host and without user, query or fragment. */
    public static SettingType<URI> url() {
        return new SettingType<>(
                "URL",
                "",
                "an http or https URL without user, query and fragment",
                SettingType::httpUrl,
                URI::toString);
    }

    /**
     * The path of a file whose first line is a secret. The secret itself is never a setting: options and environment variables can be
     * seen by other processes.
     */
    public static SettingType<Secret> secret(int minCharacters, int maxCharacters) {
        return new SettingType<>(
                "file",
                "",
                String.format(
                        Locale.ROOT,
                        "the path of a file whose first line has %,d to %,d characters",
                        minCharacters,
                        maxCharacters),
                text -> Secret.read(path(text), minCharacters, maxCharacters),
                value -> value.file().toString());
    }

    /** Whether the values are lists, so that an option may be given several times. */
    public boolean isList() {
        return name.equals(URLS);
    }

    /** Whether the values are numbers in a range. */
    public boolean isRange() {
        return name.equals(NUMBER) || name.equals(TIME);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("it is not a path: " + e.getReason(), e);
        }
    }

    private static Path existing(String text, String kind) {
        Path path = path(text);
        if (Files.notExists(path)) {
            throw new IllegalArgumentException("there is no such " + kind);
        }
        return path;
    }

    private static URI httpUrl(String text) {
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("it is not a URL", e);
        }
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!http || url.getHost() == null) {
            throw new IllegalArgumentException("it is not an http or https URL with a host");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("a URL must not contain a user or password");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("it has a query or a fragment");
        }
        return url;
    }

    private static String range(long min, long max) {
        return String.format(Locale.ROOT, "%,d to %,d", min, max);
    }

    private static long whole(String text, long min, long max) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is not a whole number", e);
        }
        if (value < min || value > max) {
            throw new IllegalArgumentException("it is out of range");
        }
        return value;
    }
}
