package org.banip.surrogate.jini.subscription;

import org.banip.surrogate.jini.remote.EventBatch;

/**
 * How many events one call carries. While a call runs, events collect; the next call takes what is there. So batches are short while the subscriber
 * is fast, and grow with the load.
 *
 * @param fewest events that a call waits for; a change of state is sent without waiting
 * @param most most events in a call
 * @param mostBytes most bytes of sensor sets in a call, exceeded only by a single longer packet
 */
public record BatchRule(int fewest, int most, int mostBytes) {
    /** 1 to 4,096 events, 1 MiB. */
    public static final BatchRule ADAPTIVE = new BatchRule(1, 4096, 1 << 20);

    /** Checks the bounds. */
    public BatchRule {
        if (fewest < 1 || most < fewest || mostBytes < 1 || mostBytes > EventBatch.MAX_BYTES) {
            throw new IllegalArgumentException("a batch of " + fewest + " to " + most + " events and at most "
                    + mostBytes + " bytes is outside 1 event to " + EventBatch.MAX_BYTES + " bytes");
        }
    }

    /** Calls with so many events each, for measurements: events wait until there are that many. */
    public static BatchRule fixed(int events) {
        return new BatchRule(events, events, EventBatch.MAX_BYTES);
    }
}
