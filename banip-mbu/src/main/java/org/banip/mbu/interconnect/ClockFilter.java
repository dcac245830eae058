package org.banip.mbu.interconnect;

import java.util.ArrayDeque;
import java.util.Optional;
import org.banip.core.frame.Control;

/** Keeps the best of the latest estimates of the host's clock (RFC 5905, sections 8 and 10). Guarded by itself. */
final class ClockFilter {
    private static final int KEPT = 8;

    private final ArrayDeque<ClockEstimate> latest = new ArrayDeque<>();
    private long answers;

    /** Takes a time answer that was received at t4. */
    synchronized void add(Control.TimeAnswer answer, long t4) {
        long t1 = answer.requestSentNanos();
        long t2 = answer.receivedNanos();
        long t3 = answer.sentNanos();
        long roundTrip = (t4 - t1) - (t3 - t2);
        if (roundTrip < 0 || t4 < t1) {
            return; // not an answer to a request of this session
        }
        answers++;
        latest.add(new ClockEstimate(((t2 - t1) + (t3 - t4)) / 2, roundTrip));
        if (latest.size() > KEPT) {
            latest.remove();
        }
    }

    /** The number of answers received. */
    synchronized long answers() {
        return answers;
    }

    /** The estimate with the shortest round trip. */
    synchronized Optional<ClockEstimate> best() {
        return latest.stream().min((a, b) -> Long.compare(a.roundTripNanos(), b.roundTripNanos()));
    }
}
