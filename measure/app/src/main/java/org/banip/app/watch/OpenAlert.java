package org.banip.app.watch;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;

/** An alert of a host's list that has not ended, as a line for people. */
final class OpenAlert {
    private static final int LONGEST = 100;
    /** The state of an alert that is not open any more. */
    static final String ENDED = "ended";

    private static final String SILENT = "silent";
    private static final Map<String, String> FINDERS = Map.of("mbu", ", of the MBU", "ban", ", declared by the BAN");
    private static final Map<String, String> MARKS = Map.of("high", "!!! ", "medium", "!! ", "low", "! ");

    private OpenAlert() {}

    /** The lines of a BAN's alerts in a host's list, and one that says how many are not in it, if some are not. */
    static List<String> lines(JsonObject list, String ban) {
        List<String> lines = new ArrayList<>();
        list.objects("alerts").stream()
                .filter(alert -> alert.string("ban").equals(ban))
                .map(OpenAlert::line)
                .forEach(lines::add);
        List<JsonObject> cut = list.has("notShown") ? list.objects("notShown") : List.of();
        cut.stream()
                .filter(one -> one.string("ban").equals(ban))
                .map(one -> "open alerts that are not shown: " + one.integer("alerts", 0, Long.MAX_VALUE))
                .forEach(lines::add);
        return lines;
    }

    /**
     * The line, safe for a terminal: {@code open alert: !!! HIGH raised: II asystole, 4.500 s (heart), since 2026-11-27T12:00:00.2Z}; with
     * {@code over, not acknowledged} after the state if it is over.
     */
    static String line(JsonObject alert) {
        return "open alert: " + text(alert);
    }

    /** The same without the first words. */
    static String text(JsonObject alert) {
        String priority = alert.string("priority");
        String how = alert.string("state").equals(ENDED) ? ", acknowledged by " : " by ";
        String by = alert.optionalString("acknowledgedBy")
                .map(who -> how + shown(who))
                .orElse("");
        String over = alert.has("over") && alert.bool("over") ? ", over, not acknowledged" : "";
        String channel = alert.string("channel");
        String from = FINDERS.getOrDefault(alert.string("by"), "");
        return MARKS.getOrDefault(priority, "") + shown(priority.toUpperCase(Locale.ROOT)) + " "
                + shown(alert.string("state")) + by + over + ": " + (channel.isEmpty() ? "" : shown(channel) + " ")
                + shown(alert.string("kind")) + measured(alert) + " ("
                + shown(alert.string("detector")) + from + "), since " + since(alert.string("since"));
    }

    /** What was measured; only those who may see signals are told. How long a silence had lasted when it was found says little later. */
    private static String measured(JsonObject alert) {
        if (!alert.has("value") || alert.string("kind").equals(SILENT)) {
            return "";
        }
        return ", " + String.format(Locale.ROOT, "%.4g", alert.number("value"))
                + Figures.unit(shown(alert.string("unit")));
    }

    /** To the millisecond; what is no instant, as it is. */
    static String since(String text) {
        try {
            return Instant.parse(text).truncatedTo(ChronoUnit.MILLIS).toString();
        } catch (DateTimeParseException e) {
            return shown(text);
        }
    }

    private static String shown(String text) {
        return Quoted.line(text, LONGEST);
    }
}
