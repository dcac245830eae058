package org.banip.measure.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM's log says of its garbage collections ({@code -Xlog:gc}).
 *
 * @param mostBytes the largest heap that remained after one
 * @param longestPauseMillis the longest pause
 */
record HeapLog(long mostBytes, double longestPauseMillis) {
    private static final Pattern PAUSE =
            Pattern.compile("Pause .* (\\d+)([KMG])->(\\d+)([KMG])\\(\\d+[KMG]\\) (\\d+[.,]\\d+)ms");
    private static final int AFTER = 3;
    private static final int UNIT = 4;
    private static final int MILLIS = 5;

    static HeapLog read(Path log) throws IOException {
        return Files.exists(log) ? parse(Files.readString(log, StandardCharsets.UTF_8)) : new HeapLog(0, 0);
    }

    static HeapLog parse(String text) {
        long most = 0;
        double longest = 0;
        Matcher pause = PAUSE.matcher(text);
        while (pause.find()) {
            most = Math.max(most, Long.parseLong(pause.group(AFTER)) * unit(pause.group(UNIT)));
            longest = Math.max(longest, Double.parseDouble(pause.group(MILLIS).replace(',', '.')));
        }
        return new HeapLog(most, longest);
    }

    private static long unit(String prefix) {
        return switch (prefix) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            default -> 1L << 30;
        };
    }
}
