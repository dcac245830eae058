package org.banip.core.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.packet.PacketHeader;
import org.banip.core.text.Quoted;

/**
 * The host's answer to a registration.
 *
 * @param interconnect the session's UUID
 * @param surrogate URL of the interconnect, relative to the base URL of the registration
 * @param keepAlive maximum silence of either side
 * @param missedKeepAlives number of missed keep-alives after which the interconnect counts as silent
 * @param grace how long a silent interconnect can be resumed
 * @param reorderWindow how many packets ahead of the next expected one are accepted in each group
 * @param hostNanos host's clock when it answered, nanoseconds since the epoch
 * @param groups the state of each group, in the order of the description
 * @param reorder the reorder window in bytes and time, if the MBU wanted one and the host knows such windows
 * @param retiring whether the MBU may declare groups as retired
 * @param adding whether the MBU may add groups to the session
 * @param detectors how many of the detectors that the BAN declares the host takes, the first ones; 0 also of a host that knows none
 */
public record RegistrationAnswer(
        UUID interconnect,
        String surrogate,
        Duration keepAlive,
        int missedKeepAlives,
        Duration grace,
        int reorderWindow,
        long hostNanos,
        List<GroupState> groups,
        Optional<ReorderWindow> reorder,
        boolean retiring,
        boolean adding,
        int detectors) {
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MAX_MISSED = 1000;
    private static final int MAX_WINDOW = ReorderWindow.MOST_PACKETS;
    private static final int MAX_URL = 255;
    private static final Pattern URL = Pattern.compile("[A-Za-z0-9_~.-]+(/[A-Za-z0-9_~.-]+)*");
    private static final Pattern DOTS = Pattern.compile("(^|.*/)\\.\\.?(/.*|$)");

    /**
     * The state of a group.
     *
     * @param name the group's name
     * @param chain the agreed chain, canonical text
     * @param nextSequence the next sequence number that the store expects
     */
    public record GroupState(String name, String chain, long nextSequence) {
        /** Checks the number. */
        public GroupState {
            requireRange("nextSequence", nextSequence, 0, PacketHeader.MAX_NUMBER);
        }
    }

    /** Checks every field and copies the list. */
    public RegistrationAnswer {
        // It must be below the base URL, because the MBU sends its credentials there.
        if (surrogate.length() > MAX_URL
                || !URL.matcher(surrogate).matches()
                || DOTS.matcher(surrogate).matches()) {
            throw malformed("surrogate " + Quoted.of(surrogate) + " must be a relative URL of at most " + MAX_URL
                    + " of A-Z a-z 0-9 . _ ~ - and single slashes between, without . and .. alone");
        }
        requireRange("keepAliveMillis", keepAlive.toMillis(), 1, DAY.toMillis());
        requireRange("missedKeepAlives", missedKeepAlives, 1, MAX_MISSED);
        requireRange("graceMillis", grace.toMillis(), 0, DAY.toMillis());
        requireRange("reorderWindow", reorderWindow, 1, MAX_WINDOW);
        groups = Collections.unmodifiableList(new ArrayList<>(groups));
        requireRange(Protocol.DETECTORS, detectors, 0, RegistrationRequest.MAX_DETECTORS);
        requireRange("number of groups", groups.size(), 1, BanDescription.MAX_GROUPS);
    }

    /** An answer without a reorder window in bytes and time, of a host that does not know that groups can be retired. */
    public RegistrationAnswer(
            UUID interconnect,
            String surrogate,
            Duration keepAlive,
            int missedKeepAlives,
            Duration grace,
            int reorderWindow,
            long hostNanos,
            List<GroupState> groups) {
        this(
                interconnect,
                surrogate,
                keepAlive,
                missedKeepAlives,
                grace,
                reorderWindow,
                hostNanos,
                groups,
                Optional.empty(),
                false,
                false,
                0);
    }

    /** The same answer, with a route at the end of the surrogate's URL. */
    public RegistrationAnswer withRoute(String route) {
        return new RegistrationAnswer(
                interconnect,
                surrogate + Protocol.ROUTE_MARK + route,
                keepAlive,
                missedKeepAlives,
                grace,
                reorderWindow,
                hostNanos,
                groups,
                reorder,
                retiring,
                adding,
                detectors);
    }

    private static void requireRange(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw malformed(what + " " + value + " is outside " + min + " to " + max);
        }
    }

    private static BanipException malformed(String what) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, "registration answer: " + what);
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
                .field("reorderWindow", reorderWindow);
        reorder.ifPresent(window -> window.write(out));
        if (retiring) {
            out.field(Protocol.RETIRING, true);
        }
        if (adding) {
            out.field(Protocol.ADDING, true);
        }
        if (detectors > 0) {
            out.field(Protocol.DETECTORS, detectors);
        }
        out.field("hostNanos", hostNanos).beginList("groups");
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
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code UNSUPPORTED_VERSION}
     */
    public static RegistrationAnswer fromJson(String text) {
        JsonObject json = JsonObject.parse(text);
        Protocol.requireVersion(json);
        List<GroupState> groups = new ArrayList<>();
        for (JsonObject group : json.objects("groups")) {
            groups.add(new GroupState(
                    group.string("name"),
                    group.string("chain"),
                    group.integer("nextSequence", 0, PacketHeader.MAX_NUMBER)));
        }
        return new RegistrationAnswer(
                Protocol.uuid(json, "interconnect"),
                json.string("surrogate"),
                Duration.ofMillis(json.integer("keepAliveMillis", 1, DAY.toMillis())),
                (int) json.integer("missedKeepAlives", 1, MAX_MISSED),
                Duration.ofMillis(json.integer("graceMillis", 0, DAY.toMillis())),
                (int) json.integer("reorderWindow", 1, MAX_WINDOW),
                json.integer("hostNanos", Long.MIN_VALUE, Long.MAX_VALUE),
                groups,
                ReorderWindow.read(json),
                Protocol.retiring(json),
                Protocol.adding(json),
                json.has(Protocol.DETECTORS)
                        ? (int) json.integer(Protocol.DETECTORS, 0, RegistrationRequest.MAX_DETECTORS)
                        : 0);
    }
}
