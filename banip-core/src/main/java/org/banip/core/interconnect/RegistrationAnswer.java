package org.banip.core.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.packet.PacketHeader;

/**
 * What the host answers to a registration.
 *
 * @param interconnect the session's UUID
 * @param surrogate URL of the interconnect, relative to the base URL the registration was sent below
 * @param keepAlive longest silence either side allows itself
 * @param missedKeepAlives how many may be missed before the interconnect counts as silent
 * @param grace how long a silent interconnect can be resumed
 * @param reorderWindow how many packets ahead of the next expected one are accepted, per group
 * @param hostNanos host's clock when it answered, nanoseconds since the epoch
 * @param groups per group, in the order of the description
 */
public record RegistrationAnswer(
        UUID interconnect,
        String surrogate,
        Duration keepAlive,
        int missedKeepAlives,
        Duration grace,
        int reorderWindow,
        long hostNanos,
        List<GroupState> groups) {
    private static final long MAX_MILLIS = 86_400_000L;

    /**
     * Where a group stands.
     *
     * @param name the group's name
     * @param chain the agreed chain, canonical text
     * @param nextSequence the next sequence number the store expects
     */
    public record GroupState(String name, String chain, long nextSequence) {}

    /** Copies the list. */
    public RegistrationAnswer {
        groups = Collections.unmodifiableList(new ArrayList<>(groups));
    }

    /** The document. */
    public String toJson() {
        JsonWriter out = new JsonWriter()
                .beginObject()
                .field("protocol", Protocol.VERSION)
                .field("interconnect", interconnect.toString())
                .field("surrogate", surrogate)
                .field("keepAliveMillis", keepAlive.toMillis())
                .field("missedKeepAlives", missedKeepAlives)
                .field("graceMillis", grace.toMillis())
                .field("reorderWindow", reorderWindow)
                .field("hostNanos", hostNanos)
                .beginList("groups");
        for (GroupState group : groups) {
            out.beginObject()
                    .field("name", group.name())
                    .field("chain", group.chain())
                    .field("nextSequence", group.nextSequence())
                    .endObject();
        }
        return out.endList().endObject().toString();
    }

    /**
     * Reads a document.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_REQUEST}
     */
    public static RegistrationAnswer fromJson(String text) {
        JsonObject json = JsonObject.parse(text);
        List<GroupState> groups = new ArrayList<>();
        for (JsonObject group : json.objects("groups")) {
            groups.add(new GroupState(
                    group.string("name"),
                    group.string("chain"),
                    group.integer("nextSequence", 0, PacketHeader.MAX_NUMBER)));
        }
        return new RegistrationAnswer(
                UUID.fromString(json.string("interconnect")),
                json.string("surrogate"),
                Duration.ofMillis(json.integer("keepAliveMillis", 1, MAX_MILLIS)),
                (int) json.integer("missedKeepAlives", 1, 1000),
                Duration.ofMillis(json.integer("graceMillis", 0, MAX_MILLIS)),
                (int) json.integer("reorderWindow", 1, 1 << 20),
                json.integer("hostNanos", Long.MIN_VALUE, Long.MAX_VALUE),
                groups);
    }
}
