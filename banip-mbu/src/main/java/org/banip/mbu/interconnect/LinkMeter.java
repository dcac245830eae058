package org.banip.mbu.interconnect;

import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.SpoolLog;

/**
 * Measures all links together: whether the host answers, the round-trip time, the rate, the backlog. The links' threads and the encoding thread
 * report events. Encoders, the status and other readers get the newest snapshot without a lock.
 *
 * <p>The meter follows one item at a time from its claim to its acknowledgement. A link keeps the order, so all bytes that were sent before the
 * item have arrived by then. The rate is the number of bytes sent between two followed items, divided by the time between their acknowledgements.
 */
public final class LinkMeter {
    private static final int ROUND_TRIP_SHARE = 8; // RFC 6298, section 2.3
    private static final int RATE_SHARE = 4;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int NOTHING = -1;

    private final SpoolLog spool;
    private final SteadyClock clock;
    private volatile LinkConditions newest = LinkConditions.UNKNOWN;

    // Guarded by this.
    private int answering;
    private long sentBytes;
    private long roundTripNanos;
    private long rate;

    /** The group of the followed item. */
    private int followed = NOTHING;

    private long followedNext;
    private long followedNanos;
    private long followedBytes;
    private boolean arrived;
    /** Packets wait because the window of the link that was asked last is closed. */
    private boolean full;

    private long arrivedNanos;
    private long arrivedBytes;

    /** Nothing is known yet. */
    public LinkMeter(SpoolLog spool, SteadyClock clock) {
        this.spool = spool;
        this.clock = clock;
    }

    /** The newest snapshot; any thread. */
    public LinkConditions newest() {
        return newest;
    }

    /** An item was put into the spool. */
    public synchronized void backlogChanged() {
        publish();
    }

    /** A link has looked for something to send: whether its window keeps it from sending. */
    synchronized void full(boolean closed) {
        if (full != closed) {
            full = closed;
            publish();
        }
    }

    /** A link will send an item as a frame. */
    synchronized void sent(int group, long nextSequence, int bytes) {
        sentBytes += bytes;
        if (followed == NOTHING) {
            followed = group;
            followedNext = nextSequence;
            followedNanos = clock.epochNanos();
            followedBytes = sentBytes;
        }
    }

    /** The host has stored all items of a group before a sequence number. */
    synchronized void acknowledged(int group, long next) {
        if (group == followed && next >= followedNext) {
            long now = clock.epochNanos();
            long roundTrip = now - followedNanos;
            roundTripNanos =
                    roundTripNanos == 0 ? roundTrip : roundTripNanos + (roundTrip - roundTripNanos) / ROUND_TRIP_SHARE;
            if (arrived && now > arrivedNanos) {
                double seconds = (double) (now - arrivedNanos) / NANOS_PER_SECOND;
                long measured = (long) ((followedBytes - arrivedBytes) / seconds);
                rate = rate == 0 ? measured : rate + (measured - rate) / RATE_SHARE;
            }
            arrived = true;
            arrivedNanos = now;
            arrivedBytes = followedBytes;
            followed = NOTHING;
        }
        publish();
    }

    /** The host answers on a link. */
    synchronized void answers() {
        answering++;
        publish();
    }

    /** A connection on which the host had answered broke, or items are sent again: the meter stops following its item. */
    synchronized void broke(boolean answered) {
        answering -= answered ? 1 : 0;
        followed = NOTHING;
        arrived = false;
        full = false;
        publish();
    }

    private void publish() {
        SpoolLog.Backlog backlog = spool.backlog();
        long age = backlog.packets() == 0 ? 0 : Math.max(0, clock.epochNanos() - backlog.oldestNanos());
        newest = new LinkConditions(answering > 0, rate, roundTripNanos, backlog.packets(), backlog.bytes(), age, full);
    }
}
