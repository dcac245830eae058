package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether a contact's receiver takes deliveries, and when it is tried again if it does not. Owned by the outbox's thread. */
final class ContactGate {
    static final int MOST_UNDER_WAY = 4;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final Duration REFUSED_FIRST = Duration.ofSeconds(1);
    private static final Duration REFUSED_LONGEST = Duration.ofMinutes(5);

    private @Nullable Way way;
    private int underWay;
    private int failures;
    private long notBeforeNanos;

    /**
     * The contact is told in this way now. If that is another way than before, nothing is known of the receiver.
     *
     * @return whether it is another one
     */
    boolean follows(Way now) {
        boolean other = way != null && !way.equals(now);
        way = now;
        failures = other ? 0 : failures;
        return other;
    }

    /** How many deliveries may begin now; one at a time while the receiver fails. */
    int room(long nanos) {
        if (failures == 0) {
            return MOST_UNDER_WAY - underWay;
        }
        return underWay > 0 || nanos - notBeforeNanos < 0 ? 0 : 1;
    }

    void begins() {
        underWay++;
    }

    void taken() {
        underWay--;
        failures = 0;
    }

    void failed(long nanos) {
        underWay--;
        notBeforeNanos = nanos + pause(failures++, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }

    /** The receiver answers, but refuses this delivery. */
    void refused() {
        taken();
    }

    /** Nothing was tried, so nothing is known of the receiver. */
    void away() {
        underWay--;
    }

    boolean isIdle() {
        return underWay == 0;
    }

    boolean fails() {
        return failures > 0;
    }

    /** How long one delivery waits after an attempt. Of a receiver that fails, the gate says when it is tried again. */
    static long pauseNanos(Delivery delivery, Outcome outcome) {
        if (outcome.is(Outcome.Result.AWAY)) {
            return REFUSED_FIRST.toNanos();
        }
        return outcome.is(Outcome.Result.RECEIVER_FAILS)
                ? 0
                : pause(delivery.attempts() - 1, REFUSED_FIRST.toNanos(), REFUSED_LONGEST.toNanos());
    }

    /** Doubled with each attempt, up to the longest. */
    static long pause(int attemptsBefore, long first, long longest) {
        return Math.min(longest, first << Math.min(attemptsBefore, 20));
    }
}
