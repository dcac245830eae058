package org.banip.mbu.interconnect;

/**
 * When a slow path rests, that is, sends nothing for a short time after the estimated end of its queue (docs/links.md, "Rests"). The next flush then
 * finds a shorter queue than any before, if the shortest delay that is known contains a queue or a wait for a bearer, and the delay of that flush is the
 * shortest one from then on. Otherwise the path is idle for that time. Guarded by its {@link SendWindow}.
 */
final class Rests {
    private static final long BETWEEN_NANOS = 120_000_000_000L;
    /** From the last of the first rests to the next one: the way may be shorter still. */
    private static final long SOON_NANOS = 20_000_000_000L;

    /** A way that is shorter by less may be due to the length of the flush. */
    private static final long SHORTER_NANOS = 25_000_000L;
    /** A way that is longer by less has had no wait for a bearer. */
    private static final long SAME_NANOS = 50_000_000L;

    private final long shortestNanos;
    private long lengthNanos;
    private long nextNanos;
    /** By so much the last estimate of the queue was wrong; infinite if the path was idle shortly before. */
    private long errorNanos = Long.MAX_VALUE;
    /** Whether the next flush waits for the end of a rest. */
    private boolean rests;
    /** Whether the way out is being measured behind a rest. */
    private boolean measured;
    /** Whether a rest of the shortest length has found no shorter way. */
    private boolean settled;

    /**
     * Of a new connection.
     *
     * @param targetNanos how long the queue may be. That is the length of the first rests, and half of it that of all later ones
     */
    Rests(long targetNanos) {
        lengthNanos = targetNanos;
        shortestNanos = targetNanos / 2;
    }

    /**
     * How long the path is to rest before the next flush; 0 if no rest is due. None is due as long as the path falls idle by itself, or the estimate of the
     * queue is wrong by more than the length of a rest.
     */
    long takeNanos(long now) {
        rests = now >= nextNanos && errorNanos < lengthNanos;
        return rests ? lengthNanos : 0;
    }

    /**
     * The way out is being measured: a rest is over.
     *
     * @param queued whether something stands in the path's queue by the estimate: an alarm has not waited for the rest
     */
    void measures(boolean queued, long now) {
        measured = rests && !queued;
        rests = false;
        if (measured) {
            nextNanos = now + BETWEEN_NANOS;
        }
    }

    /** Whether the last measurement went behind a rest. It says nothing of the path's rate, because the path may have been idle. */
    boolean isMeasured() {
        return measured;
    }

    /**
     * The way out was measured.
     *
     * @param shorterNanos by how much it was shorter than ever
     * @param error by how much the queue was longer or shorter than estimated
     * @param idle whether the path had been idle shortly before
     */
    void found(long shorterNanos, long error, boolean idle, long now) {
        errorNanos = idle && !measured ? Long.MAX_VALUE : Math.abs(error);
        if (shorterNanos > SHORTER_NANOS) {
            nextNanos = now;
        } else if (measured && !settled) {
            boolean again = lengthNanos > shortestNanos;
            // If the delay is the shortest one once more, there is no bearer to wait for.
            if (errorNanos >= SAME_NANOS) {
                nextNanos = again ? now : now + SOON_NANOS;
            }
            settled = !again || errorNanos < SAME_NANOS;
            lengthNanos = shortestNanos;
        }
    }
}
