package org.banip.mbu.interconnect;

import java.time.Duration;

/**
 * How long the host's answers take on one path: usually, at least, and at most before the path counts as late. Learns from acknowledgements and time
 * requests. One thread at a time; what is volatile may be read by any.
 */
final class AnswerTimes {
    private static final double SHARE = 1.0 / 8; // RFC 6298, section 2.3
    private static final double VARIATION_SHARE = 1.0 / 4;
    private static final int VARIATIONS = 4;
    private static final Duration HISTORY = Duration.ofMinutes(1);
    /** What acknowledgements may take while the round trip is not known. */
    private static final long FIRST_LIMIT_NANOS = 3_000_000_000L;

    private static final int SHORTEST = 3;
    /** Acknowledgements that took longer than this part more than the longest one of late are overdue. */
    private static final double LONGER = 1.25;
    /** What took longer than this many limits was an outage, which is not usual. */
    private static final int OUTAGE = 2;
    /** A time request that was lost and sent again takes another round trip at least, and some time in which its loss is noticed. */
    private static final int AGAIN = 2;

    private static final long NOTICED_NANOS = 20_000_000L;

    private final long detectNanos;
    private final long heldNanos;
    private final BaseDelay shortest = new BaseDelay(HISTORY);
    /** The longest time that an acknowledgement took of late, outages excepted. */
    private final RecentMaximum longest = new RecentMaximum();

    private double variationNanos;
    /** The limit, and what was usual, when the path was last good. */
    private long lastLimitNanos;

    private long lastUsualNanos;

    private volatile long smoothedNanos;
    private volatile long shortestNanos;
    private volatile long usualNanos;

    /**
     * Nothing is known yet.
     *
     * @param detectNanos no shorter wait makes a path late
     * @param heldNanos how long the host may let an acknowledgement wait
     */
    AnswerTimes(long detectNanos, long heldNanos) {
        this.detectNanos = detectNanos;
        this.heldNanos = heldNanos;
    }

    /** An acknowledgement took so long. */
    void acknowledged(long nanos, long nowNanos) {
        // The first one takes longer while both ends load what they need; the smoothed time has it.
        if (smoothedNanos != 0 && nanos <= OUTAGE * limitNanos()) {
            tookAtMost(nanos, nowNanos); // the host or this machine may have been busy, and may be so again
        }
        long before = smoothedNanos;
        if (before == 0) {
            smoothedNanos = nanos;
            variationNanos = nanos / 2.0;
        } else {
            variationNanos += VARIATION_SHARE * (Math.abs(nanos - before) - variationNanos);
            smoothedNanos = before + (long) (SHARE * (nanos - before));
        }
        answered(nanos, nowNanos);
        usualNanos = Math.max(withVariationNanos(), shortestNanos + heldNanos);
    }

    /** An answer that the host does not hold back took so long. */
    void answered(long nanos, long nowNanos) {
        long unused = shortest.above(nanos, nowNanos);
        shortestNanos = shortest.shortest();
    }

    /** An acknowledgement took so long at most, and the path had not lost it. */
    void tookAtMost(long nanos, long nowNanos) {
        longest.add((double) nanos, nowNanos);
    }

    private long withVariationNanos() {
        return smoothedNanos + (long) (VARIATIONS * variationNanos);
    }

    /** How long an acknowledgement may take: longer than usual, and than the set time. */
    private long limitNanos() {
        return limitNanos(detectNanos);
    }

    private long limitNanos(long leastNanos) {
        if (smoothedNanos == 0 && shortestNanos == 0) {
            return Math.max(leastNanos, FIRST_LIMIT_NANOS);
        }
        long usual = Math.max(withVariationNanos(), SHORTEST * shortestNanos);
        return Math.max(leastNanos, Math.max(usual + heldNanos, (long) (LONGER * longest.value())));
    }

    /** How long an acknowledgement may take before the path is in doubt: longer than usual, and than half of the set time. */
    long doubtNanos() {
        return limitNanos(detectNanos / 2);
    }

    /** The path is good now. What holds now holds when it becomes late. */
    void remember() {
        lastLimitNanos = limitNanos();
        lastUsualNanos = withVariationNanos();
    }

    /**
     * How long an acknowledgement may take. On a late path it is no longer than before, or what the path loses would make it patient; only a longer way
     * may take longer.
     */
    long allowedNanos(boolean good) {
        return good ? limitNanos() : Math.max(lastLimitNanos, SHORTEST * shortestNanos + heldNanos);
    }

    /** How long a time request takes that was not lost on its way. */
    long promptNanos(boolean good) {
        return Math.min(allowedNanos(good), Math.max(lastUsualNanos, AGAIN * shortestNanos + NOTICED_NANOS));
    }

    /** The time of an acknowledgement, smoothed; 0 until it is known. Any thread. */
    long smoothedNanos() {
        return smoothedNanos;
    }

    /** The shortest time of an answer of late; 0 until it is known. Any thread. */
    long shortestNanos() {
        return shortestNanos;
    }

    /** What acknowledgements take at most, usually; 0 until it is known. Any thread. */
    long usualNanos() {
        return usualNanos;
    }
}
