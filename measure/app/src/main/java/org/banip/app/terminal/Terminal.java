package org.banip.app.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal at standard error, and its abilities.
 *
 * @param refreshed whether lines can be redrawn: a terminal that is not {@code dumb}
 * @param coloured whether colours are allowed ({@code NO_COLOR}, no-color.org)
 * @param unicode whether it shows characters beyond ASCII
 */
public record Terminal(boolean refreshed, boolean coloured, boolean unicode) {
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,5}) (\\d{1,5})");

    /** Characters across and down. */
    public record Size(int columns, int rows) {
        private static final Size USUAL = new Size(80, 24);
    }

    /** Reads the environment. */
    public static Terminal standardError() {
        return of(System.getenv(), size().isPresent());
    }

    /** Whether the environment's character set has more than ASCII. */
    public static boolean showsUnicode() {
        return isUtf8(System.getenv());
    }

    static Terminal of(Map<String, String> environment, boolean terminal) {
        String type = environment.getOrDefault("TERM", "");
        boolean refreshed = terminal && !type.isEmpty() && !type.equals("dumb");
        boolean coloured = refreshed && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(refreshed, coloured, isUtf8(environment));
    }

    /** POSIX: the first of these that is set and not empty decides. */
    private static boolean isUtf8(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String locale = environment.getOrDefault(name, "");
            if (!locale.isEmpty()) {
                return locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8");
            }
        }
        return false;
    }

    /** The terminal's size now; empty if standard error is no terminal. */
    public static Optional<Size> size() {
        try {
            Process asked = new ProcessBuilder(
                            "sh", "-c", "[ -t 2 ] || exit 1; stty size <&2 2>/dev/null || echo 24 80")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            asked.getOutputStream().close();
            String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return asked.waitFor(1, TimeUnit.SECONDS) && asked.exitValue() == 0
                    ? Optional.of(parse(answer))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // without a shell there is no terminal that is supported here
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Size parse(String answer) {
        Matcher numbers = ROWS_AND_COLUMNS.matcher(answer.trim());
        if (!numbers.matches()) {
            return Size.USUAL;
        }
        Size size = new Size(Integer.parseInt(numbers.group(2)), Integer.parseInt(numbers.group(1)));
        return size.columns() == 0 || size.rows() == 0 ? Size.USUAL : size;
    }
}
