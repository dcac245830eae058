package org.banip.measure.faults;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What may happen, and where. */
enum FaultKind {
    /** SIGKILL; the process is started again. */
    KILL("kill", Place.MBU, Place.BROKER, Place.HOST, Place.DATABASE),
    /** SIGSTOP, then SIGCONT. */
    STOP("stop", Place.MBU, Place.BROKER, Place.HOST, Place.DATABASE),
    /** All connections end, and new ones at once. */
    CUT("cut", Place.ACCESS, Place.BACKHAUL),
    /** Nothing moves on any connection; what was sent comes later. */
    STALL("stall", Place.ACCESS, Place.BACKHAUL),
    /** All connections are reset. */
    RESET("reset", Place.ACCESS, Place.BACKHAUL),
    /** What is sent on a connection vanishes, and no end learns of it. */
    HALF_OPEN("half-open", Place.ACCESS, Place.BACKHAUL),
    /** Bits flip. */
    DAMAGE("damage", Place.ACCESS, Place.BACKHAUL),
    /** The disk of the spool or of the store has no room. */
    DISK_FULL("disk-full", Place.MBU, Place.HOST),
    /** The process is killed, and its disk is read-only when it starts again. */
    READ_ONLY("read-only", Place.MBU, Place.HOST),
    /** The time of day jumps. */
    CLOCK("clock", Place.MBU, Place.BROKER, Place.HOST);

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<Place> places;

    FaultKind(String text, Place... places) {
        this.text = text;
        this.places = List.of(places);
    }

    /** Where it may happen. */
    List<Place> places() {
        return places;
    }

    /** The kind of this name. */
    static FaultKind of(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.text.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fault '" + name + "', there are "
                        + Arrays.stream(values()).map(FaultKind::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return text;
    }
}
