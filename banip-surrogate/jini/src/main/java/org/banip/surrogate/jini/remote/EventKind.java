package org.banip.surrogate.jini.remote;

import java.util.List;
import org.banip.surrogate.api.Disappearance;

/** The kinds of events in an {@link EventBatch}. The numbers stand on the wire. */
enum EventKind {
    /** Most and least significant half of the session, activatedNanos, length of the BAN description, length of the type; both in UTF-8. */
    APPEARED(0, 5),
    /** Group, sequence, originNanos, firstUnit, unitCount, key, receivedNanos, length of the sensor sets; sensor sets. */
    DELIVERED(1, 8),
    /** Group, sequence, sequenceCount, originNanos, firstUnit, unitCount, reason. */
    GAP(2, 7),
    /** Packets, units. */
    MISSED(3, 2),
    /** Nothing. */
    SILENT(4, 0),
    /** Nothing. */
    RESUMED(5, 0),
    /** The reason's place in {@link Disappearance}. */
    DISAPPEARED(6, 1),
    /** When it was said, nanoseconds since the epoch; length of the text in UTF-8. */
    TOLD(7, 2),
    /** Length of the step's JSON in UTF-8. */
    ALERT(8, 1),
    /** Steps of alerts that were left out. */
    MISSED_ALERTS(9, 1);

    private static final EventKind[] ALL = values();

    /** The kind's own number; its place here. */
    final int number;
    /** How many numbers follow it. */
    final int numbers;

    EventKind(int number, int numbers) {
        this.number = number;
        this.numbers = numbers;
    }

    static int number(Disappearance reason) {
        return List.of(Disappearance.values()).indexOf(reason);
    }

    static EventKind of(long number) {
        Checks.range("kind of event", number, 0, ALL.length - 1);
        return ALL[(int) number];
    }
}
