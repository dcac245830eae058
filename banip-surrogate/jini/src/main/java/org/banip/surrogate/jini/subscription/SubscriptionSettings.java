package org.banip.surrogate.jini.subscription;

import java.time.Duration;

/**
 * Bounds of the subscribers in other JVMs.
 *
 * @param most most subscriptions at the same time
 * @param mostPerCaller most subscriptions of one caller's network
 * @param queueBytes most sensor sets that wait for one subscriber, in bytes, whatever it asks for
 * @param lease how long a subscription lasts unless it is renewed
 * @param callLimit longest time of a call to a subscriber; one that takes longer is cut off
 * @param batches how many events a call carries
 */
public record SubscriptionSettings(
        int most, int mostPerCaller, long queueBytes, Duration lease, Duration callLimit, BatchRule batches) {
    private static final Duration LONGEST = Duration.ofDays(1);

    /** 1,000 subscriptions, 500 of one caller, 4 MiB, 15 s, 10 s, adaptive batches. */
    public static final SubscriptionSettings DEFAULT = new SubscriptionSettings(
            1000, 500, 4L << 20, Duration.ofSeconds(15), Duration.ofSeconds(10), BatchRule.ADAPTIVE);

    /** Checks every bound. */
    public SubscriptionSettings {
        if (most < 1 || mostPerCaller < 1 || queueBytes < 1) {
            throw new IllegalArgumentException("bounds of subscriptions must be at least 1: " + most + " in all, "
                    + mostPerCaller + " of a caller, " + queueBytes + " bytes");
        }
        check("lease", lease);
        check("limit of a call", callLimit);
    }

    private static void check(String what, Duration time) {
        if (time.toMillis() < 1 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " " + time + " is outside 1 ms to 1 day");
        }
    }

    /** The same with other numbers of subscriptions. */
    public SubscriptionSettings withMost(int inAll, int ofACaller) {
        return new SubscriptionSettings(inAll, ofACaller, queueBytes, lease, callLimit, batches);
    }

    /** The same with another bound of what waits. */
    public SubscriptionSettings withQueueBytes(long bytes) {
        return new SubscriptionSettings(most, mostPerCaller, bytes, lease, callLimit, batches);
    }

    /** The same with other times. */
    public SubscriptionSettings withTimes(Duration newLease, Duration newCallLimit) {
        return new SubscriptionSettings(most, mostPerCaller, queueBytes, newLease, newCallLimit, batches);
    }

    /** The same with other batches. */
    public SubscriptionSettings with(BatchRule rule) {
        return new SubscriptionSettings(most, mostPerCaller, queueBytes, lease, callLimit, rule);
    }
}
