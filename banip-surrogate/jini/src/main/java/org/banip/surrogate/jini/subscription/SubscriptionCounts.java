package org.banip.surrogate.jini.subscription;

import java.util.Map;

/**
 * What became of the subscribers in other JVMs.
 *
 * @param open subscriptions now
 * @param begun subscriptions that were granted
 * @param refused requests that were refused because of a bound or an address
 * @param ended subscriptions that ended, by reason; every reason has an entry
 * @param calls calls that subscribers answered
 * @param events events in those
 * @param bytes bytes of those: numbers, sensor sets and documents
 */
public record SubscriptionCounts(
        int open, long begun, long refused, Map<SubscriptionEnd, Long> ended, long calls, long events, long bytes) {
    /** Copies the map. */
    public SubscriptionCounts {
        ended = Map.copyOf(ended);
    }

    /** How many ended for this reason. */
    public long ended(SubscriptionEnd reason) {
        return ended.getOrDefault(reason, 0L);
    }
}
