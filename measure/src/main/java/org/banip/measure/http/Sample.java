package org.banip.measure.http;

import org.banip.measure.http.transfer.Protocol;

/**
 * A measured load.
 *
 * @param attempts loads that were made for it; the last one counts
 * @param seconds that it took
 * @param connections that it opened
 * @param packets that the link delivered meanwhile
 * @param latePackets of these, by more than a millisecond
 * @param waitedSeconds that both processes waited for a processor meanwhile, beyond half a millisecond each time
 * @param offeredEarly whether its first request was sent as early data
 * @param tookEarly whether the server had it before the handshake was complete
 * @param problem why it failed; empty if it did not
 */
record Sample(
        Turn turn,
        int attempts,
        double seconds,
        int connections,
        long packets,
        long latePackets,
        double waitedSeconds,
        boolean offeredEarly,
        boolean tookEarly,
        String problem) {
    /** A share of late packets, or of time waited for a processor, above which a load is repeated. */
    private static final double TOO_LATE = 0.05;

    boolean failed() {
        return !problem.isEmpty();
    }

    /** Whether the link or the processes were too late to believe the figure. */
    boolean late() {
        return latePackets > TOO_LATE * packets || waitedSeconds > TOO_LATE * seconds;
    }

    /** Whether it should have sent early data and had no session for it. */
    boolean withoutEarlyData() {
        return turn.protocol() == Protocol.HTTP3_EARLY && !offeredEarly;
    }
}
