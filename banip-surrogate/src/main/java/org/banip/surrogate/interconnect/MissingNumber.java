package org.banip.surrogate.interconnect;

/**
 * For how long later packets of one group have been waiting for the expected number. The time in which the host held data requests up counts apart: the
 * number may have come, and not be read yet. Owned by the interconnect's serial executor.
 */
final class MissingNumber {
    /** Multiple of the agreed time after which a host gives up although it held requests up all the time. */
    static final int MOST_TIMES = 10;

    private static final long NONE = -1;

    private long number = NONE;
    private long sinceNanos;
    private long heldUpBeforeNanos;

    /** At the last look. */
    private long nanos;

    private long heldUpNanos;

    /**
     * Takes note of the time.
     *
     * @param expected the number that later ones wait for
     * @param allHeldUpNanos for how long requests of the interconnect were held up, since it began
     */
    void look(long expected, long nowNanos, long allHeldUpNanos) {
        if (number != expected) {
            number = expected;
            sinceNanos = nowNanos;
            heldUpBeforeNanos = allHeldUpNanos;
        }
        nanos = nowNanos - sinceNanos;
        heldUpNanos = allHeldUpNanos - heldUpBeforeNanos;
    }

    /** Nothing waits for a number. */
    void none() {
        number = NONE;
        nanos = 0;
        heldUpNanos = 0;
    }

    /** From the first look that found it missing to the last one. */
    long nanos() {
        return nanos;
    }

    /** For how long of this time requests were held up. */
    long heldUpNanos() {
        return heldUpNanos;
    }

    /** Whether it has been missing for longer than agreed. */
    boolean isOverdue(long agreedNanos) {
        return nanos - heldUpNanos > agreedNanos || nanos > MOST_TIMES * agreedNanos;
    }
}
