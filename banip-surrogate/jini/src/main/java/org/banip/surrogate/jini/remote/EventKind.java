package org.banip.surrogate.jini.remote;

/** The kinds of events in an {@link EventBatch}. A kind's number is its place here; changing the order changes the wire. */
enum EventKind {
    /** Most and least significant half of the session, activatedNanos, length of the BAN description, length of the type; both in UTF-8. */
    APPEARED(5),
    /** Group, sequence, originNanos, firstUnit, unitCount, key, receivedNanos, length of the sensor sets; sensor sets. */
    DELIVERED(8),
    /** Group, sequence, sequenceCount, originNanos, firstUnit, unitCount, reason. */
    GAP(7),
    /** Packets, units. */
    MISSED(2),
    /** Nothing. */
    SILENT(0),
    /** Nothing. */
    RESUMED(0),
    /** The reason's place in {@link org.banip.surrogate.api.Disappearance}. */
    DISAPPEARED(1);

    private static final EventKind[] ALL = values();

    /** Numbers after the kind's own. */
    final int numbers;

    EventKind(int numbers) {
        this.numbers = numbers;
    }

    static EventKind of(long number) {
        Checks.range("kind of event", number, 0, ALL.length - 1);
        return ALL[(int) number];
    }
}
