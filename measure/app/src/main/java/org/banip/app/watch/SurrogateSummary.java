package org.banip.app.watch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.banip.app.terminal.Figures;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;

/**
 * A surrogate in a host's list.
 *
 * @param session its session
 * @param ban id of its BAN
 * @param state {@code active} or {@code silent}
 * @param activatedNanos time of activation, nanoseconds since the epoch
 * @param groups its groups
 */
public record SurrogateSummary(UUID session, String ban, String state, long activatedNanos, List<Group> groups) {
    private static final int LONGEST_TEXT = 64;

    /**
     * One of its groups.
     *
     * @param name its name
     * @param hertz sampling frequency in Hz, exact: {@code 1/60}
     * @param channels number of channels
     * @param units sensor sets decoded since the activation
     * @param packets packets of these sensor sets
     * @param events whether it has events, and no sampling frequency
     * @param retired whether the MBU has stopped it
     * @param stopped who stopped it, and when: {@code by clara at 2026-11-28T12:00:00Z}; empty if that is not known
     */
    public record Group(
            String name,
            String hertz,
            long channels,
            long units,
            long packets,
            boolean events,
            boolean retired,
            String stopped) {}

    /** Copies the list. */
    public SurrogateSummary {
        groups = List.copyOf(groups);
    }

    /** Who stopped which group, as far as that is known. */
    Map<Integer, String> stops() {
        Map<Integer, String> stops = new TreeMap<>();
        for (int number = 0; number < groups.size(); number++) {
            if (!groups.get(number).stopped().isEmpty()) {
                stops.put(number, groups.get(number).stopped());
            }
        }
        return stops;
    }

    /** Reads one; its texts are safe for a terminal, whatever the host sent. */
    static SurrogateSummary of(JsonObject json) {
        List<Group> groups = json.objects("groups").stream()
                .map(group -> new Group(
                        shown(group.string("name")),
                        shown(group.optionalString("frequencyHz")
                                .orElseGet(() -> Figures.plain(group.number("hertz")))),
                        group.integer("channelCount", 1, Integer.MAX_VALUE),
                        group.integer("units", 0, Long.MAX_VALUE),
                        group.integer("packets", 0, Long.MAX_VALUE),
                        group.has("events"),
                        group.has("retired"),
                        stopped(group)))
                .toList();
        return new SurrogateSummary(
                session(json.string("session")),
                shown(json.string("ban")),
                shown(json.string("state")),
                json.integer("activatedNanos", Long.MIN_VALUE, Long.MAX_VALUE),
                groups);
    }

    private static String stopped(JsonObject group) {
        return group.optionalString("stoppedBy")
                .map(name -> stopped(name, group.optionalString("stopped")))
                .orElse("");
    }

    /** Who stopped a group, and when if that is known: {@code by clara at 2026-11-28T12:00:00.2Z}. */
    static String stopped(String name, Optional<String> at) {
        return "by " + shown(name)
                + at.map(instant -> " at " + OpenAlert.since(instant)).orElse("");
    }

    private static String shown(String text) {
        return Quoted.line(text, LONGEST_TEXT);
    }

    private static UUID session(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "session " + Quoted.of(text) + " is no UUID", e);
        }
    }
}
