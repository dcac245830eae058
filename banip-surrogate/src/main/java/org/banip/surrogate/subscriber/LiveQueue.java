package org.banip.surrogate.subscriber;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.UUID;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/**
 * One subscriber's bounded queue. Full-queue policy: new live data and gaps are left out, and one event in their place says how much.
 * What appears and disappears is never left out; there is little of it. Guarded by its monitor; never blocks.
 */
public final class LiveQueue {
    private static final int MAX_EVENTS = 16_384;

    private final Optional<UUID> only;
    private final long maxBytes;
    private final Runnable available;

    private final ArrayDeque<LiveEvent> events = new ArrayDeque<>();
    private long bytes;
    private long delivered;
    private long missedPackets;
    private long missedUnits;
    private boolean closed;

    /**
     * An empty queue.
     *
     * @param only the one session it is for; empty: all
     * @param maxBytes most bytes of sensor sets that wait
     * @param available run by the thread that adds, when there is something to take; must return at once
     */
    LiveQueue(Optional<UUID> only, long maxBytes, Runnable available) {
        this.only = only;
        this.maxBytes = maxBytes;
        this.available = available;
    }

    boolean wants(UUID session) {
        return only.isEmpty() || only.get().equals(session);
    }

    void add(LiveEvent event) {
        synchronized (this) {
            if (closed) {
                return;
            }
            admit(event);
        }
        available.run();
    }

    private void admit(LiveEvent event) {
        if (event instanceof LiveEvent.Delivered live) {
            if (bytes + live.data().length() > maxBytes || events.size() >= MAX_EVENTS) {
                leaveOut(live.data().surrogate(), live.data().unitCount());
                return;
            }
            bytes += live.data().length();
        } else if (event instanceof LiveEvent.GapDeclared declared && events.size() >= MAX_EVENTS) {
            leaveOut(declared.surrogate(), declared.gap().unitCount());
            return;
        }
        events.add(event);
    }

    private void leaveOut(SurrogateDescription surrogate, long units) {
        missedPackets++;
        missedUnits += units;
        if (!(events.peekLast() instanceof LiveEvent.Missed)) {
            events.add(new LiveEvent.Missed());
        }
        if (events.peekLast() instanceof LiveEvent.Missed missed) {
            missed.add(surrogate, units);
        }
    }

    /** Hands the next event to the listener, on this thread; false if there is none. */
    public boolean next(SurrogateListener listener) {
        LiveEvent event;
        synchronized (this) {
            event = events.poll();
            if (event instanceof LiveEvent.Delivered live) {
                bytes -= live.data().length();
                delivered++;
            }
        }
        if (event == null) {
            return false;
        }
        event.handTo(listener);
        return true;
    }

    synchronized boolean isEmpty() {
        return events.isEmpty();
    }

    synchronized void close() {
        closed = true;
        events.clear();
        bytes = 0;
    }

    /** What became of what was delivered to it. */
    public synchronized SubscriberStatistics statistics() {
        return new SubscriberStatistics(delivered, missedPackets, missedUnits, events.size(), bytes);
    }
}
