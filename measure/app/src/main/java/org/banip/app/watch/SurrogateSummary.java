package org.banip.app.watch;

import java.util.List;
import java.util.UUID;
import org.banip.core.json.JsonObject;

/**
 * A surrogate in a host's list.
 *
 * @param session which
 * @param ban its BAN's name
 * @param state {@code active} or {@code silent}
 * @param activatedNanos since when, nanoseconds since the epoch
 * @param groups what is measured
 */
public record SurrogateSummary(UUID session, String ban, String state, long activatedNanos, List<Group> groups) {
    /**
     * One of its groups.
     *
     * @param name which
     * @param hertz how often it is sampled
     * @param channels how many channels it has
     * @param units sensor sets decoded since it was activated
     * @param packets packets they came in
     */
    public record Group(String name, double hertz, long channels, long units, long packets) {}

    /** Copies the list. */
    public SurrogateSummary {
        groups = List.copyOf(groups);
    }

    static SurrogateSummary of(JsonObject json) {
        List<Group> groups = json.objects("groups").stream()
                .map(group -> new Group(
                        group.string("name"),
                        group.number("hertz"),
                        group.integer("channelCount", 1, Integer.MAX_VALUE),
                        group.integer("units", 0, Long.MAX_VALUE),
                        group.integer("packets", 0, Long.MAX_VALUE)))
                .toList();
        return new SurrogateSummary(
                UUID.fromString(json.string("session")),
                json.string("ban"),
                json.string("state"),
                json.integer("activatedNanos", Long.MIN_VALUE, Long.MAX_VALUE),
                groups);
    }
}
