package org.banip.surrogate.jini.subscription;

import java.time.Duration;
import org.banip.surrogate.jini.remote.EventBatch;

/**
 * How many events one call carries. While a call runs, events collect; the next call takes what is there. So batches are short while the subscriber
 * is fast, and grow with the load. Calls that would follow one another closer than the pause wait for the rest of it, so that a high rate costs
 * few calls; an event that comes after a quiet time is sent at once.
 *
 * @param fewest events that a call waits for; a change of state is sent without waiting
 * @param most most events in a call
 * @param mostBytes most bytes of sensor sets in a call, exceeded only by a single longer packet
 * @param pause shortest time from the begin of a call to that of the next, unless the batch is full or a state has changed
 */
public record BatchRule(int fewest, int most, int mostBytes, Duration pause) {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** 1 to 512 events, 256 KiB, 1 ms. */
    public static final BatchRule ADAPTIVE = new BatchRule(1, 512, 1 << 18, Duration.ofMillis(1));

    /** Checks the bounds. */
    public BatchRule {
        if (fewest < 1 || most < fewest || mostBytes < 1 || mostBytes > EventBatch.MAX_BYTES) {
            throw new IllegalArgumentException("a batch of " + fewest + " to " + most + " events and at most "
                    + mostBytes + " bytes is outside 1 event to " + EventBatch.MAX_BYTES + " bytes");
        }
        if (pause.isNegative() || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw new IllegalArgumentException("pause " + pause + " is outside 0 to " + LONGEST_PAUSE);
        }
    }

    /** Calls with a fixed number of events each, for measurements: events wait until there are that many. */
    public static BatchRule fixed(int events) {
        return new BatchRule(events, events, EventBatch.MAX_BYTES, Duration.ZERO);
    }
}
