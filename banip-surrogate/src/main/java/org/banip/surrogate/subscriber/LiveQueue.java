package org.banip.surrogate.subscriber;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/**
 * One subscriber's bounded queue. Full-queue policy: new live data and gaps are left out, and one event in their place says how much.
 * Changes of state are not left out, but when many of them wait, two that make no change together are dropped: a surrogate that appeared and
 * disappeared meanwhile, a silence that is over. So the number of surrogates that are present or known to the subscriber bounds them. Of what
 * surrogates say, the newest lines are kept. Of alerts, the oldest steps are kept, so that those of one alert have no hole before the end. Guarded by its monitor; never blocks.
 */
public final class LiveQueue {
    private static final int MAX_EVENTS = 16_384;
    /** When more changes of state wait, those that make none together are dropped. Each may keep a description of 256 KiB. */
    private static final int MOST_CHANGES = 64;
    /** Lines that surrogates said. */
    private static final int MOST_TOLD = 64;
    /** Steps of alerts. */
    private static final int MOST_ALERTS = 1024;

    private final Optional<UUID> only;
    private final long maxBytes;
    private final Runnable available;
    private final boolean livesOnly;

    private final ArrayDeque<LiveEvent> events = new ArrayDeque<>();
    private long bytes;
    private long delivered;
    private long missedPackets;
    private long missedUnits;
    private int changes;
    private int told;
    private int alerts;
    private long missedAlerts;
    private boolean closed;
    private boolean complete;

    /**
     * An empty queue.
     *
     * @param only the one session it is for; empty: all
     * @param maxBytes most bytes of sensor sets that wait
     * @param available run by the thread that adds, when there is something to take; must return at once
     */
    LiveQueue(Optional<UUID> only, long maxBytes, Runnable available) {
        this(only, maxBytes, available, false);
    }

    private LiveQueue(Optional<UUID> only, long maxBytes, Runnable available, boolean livesOnly) {
        this.only = only;
        this.maxBytes = maxBytes;
        this.available = available;
        this.livesOnly = livesOnly;
    }

    /** A queue for changes of state alone. */
    static LiveQueue ofLives(Runnable available) {
        return new LiveQueue(Optional.empty(), 0, available, true);
    }

    boolean livesOnly() {
        return livesOnly;
    }

    boolean wants(UUID session) {
        return only.isEmpty() || only.get().equals(session);
    }

    void add(LiveEvent event) {
        synchronized (this) {
            if (closed || complete) {
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
        } else if (event instanceof LiveEvent.Change change) {
            if (changes >= MOST_CHANGES && undoes(change)) {
                return;
            }
            changes++;
        } else if (event instanceof LiveEvent.Told) {
            if (told >= MOST_TOLD) {
                removeOldestTold();
            }
            told++;
        } else if (event instanceof LiveEvent.Alerted alerted) {
            if (alerts >= MOST_ALERTS) {
                missedAlerts++;
                placeOfMissed().addAlert(alerted.surrogate());
                return;
            }
            alerts++;
        }
        events.add(event);
    }

    private void removeOldestTold() {
        for (Iterator<LiveEvent> waiting = events.iterator(); waiting.hasNext(); ) {
            if (waiting.next() instanceof LiveEvent.Told) {
                waiting.remove();
                told--;
                return;
            }
        }
    }

    /** Whether the new change undoes one that waits; then that one is dropped, and with a surrogate that appeared all that waits of it. */
    private boolean undoes(LiveEvent.Change later) {
        for (Iterator<LiveEvent> waiting = events.descendingIterator(); waiting.hasNext(); ) {
            if (waiting.next() instanceof LiveEvent.Change change && change.isUndoneBy(later)) {
                if (later instanceof LiveEvent.Disappeared) {
                    forget(later.surrogate());
                } else {
                    waiting.remove();
                    changes--;
                }
                return true;
            }
        }
        return false;
    }

    private void forget(SurrogateDescription surrogate) {
        for (Iterator<LiveEvent> waiting = events.iterator(); waiting.hasNext(); ) {
            LiveEvent event = waiting.next();
            if (event instanceof LiveEvent.Missed missed ? missed.forget(surrogate) : event.isOf(surrogate)) {
                waiting.remove();
                forgotten(event);
            }
        }
    }

    private void forgotten(LiveEvent event) {
        if (event instanceof LiveEvent.Change) {
            changes--;
        } else if (event instanceof LiveEvent.Told) {
            told--;
        } else if (event instanceof LiveEvent.Alerted) {
            alerts--;
            missedAlerts++;
        } else if (event instanceof LiveEvent.Delivered live) {
            bytes -= live.data().length();
            missedPackets++;
            missedUnits += live.data().unitCount();
        } else if (event instanceof LiveEvent.GapDeclared declared) {
            missedPackets++;
            missedUnits += declared.gap().unitCount();
        }
    }

    private void leaveOut(SurrogateDescription surrogate, long units) {
        missedPackets++;
        missedUnits += units;
        placeOfMissed().add(surrogate, units);
    }

    private LiveEvent.Missed placeOfMissed() {
        if (events.peekLast() instanceof LiveEvent.Missed last) {
            return last;
        }
        LiveEvent.Missed added = new LiveEvent.Missed();
        events.add(added);
        return added;
    }

    /** Hands the next event to the listener, on this thread; false if there is none. */
    public boolean next(SurrogateListener listener) {
        LiveEvent event;
        synchronized (this) {
            event = events.poll();
            if (event instanceof LiveEvent.Delivered live) {
                bytes -= live.data().length();
                delivered++;
            } else if (event instanceof LiveEvent.Change) {
                changes--;
            } else if (event instanceof LiveEvent.Told) {
                told--;
            } else if (event instanceof LiveEvent.Alerted) {
                alerts--;
            }
        }
        if (event == null) {
            return false;
        }
        event.handTo(listener);
        return true;
    }

    /** Takes no more events; those that wait stay. */
    synchronized void takeNoMore() {
        complete = true;
    }

    synchronized boolean isEmpty() {
        return events.isEmpty();
    }

    /** Leaves out the data and gaps that wait, as if there had been no room for them; changes of state stay. */
    synchronized void leaveOutAll() {
        List<LiveEvent> waiting = new ArrayList<>(events);
        events.clear();
        bytes = 0;
        for (LiveEvent event : waiting) {
            if (event instanceof LiveEvent.Delivered live) {
                leaveOut(live.data().surrogate(), live.data().unitCount());
            } else if (event instanceof LiveEvent.GapDeclared declared) {
                leaveOut(declared.surrogate(), declared.gap().unitCount());
            } else {
                events.add(event);
            }
        }
    }

    synchronized void close() {
        closed = true;
        events.clear();
        bytes = 0;
        changes = 0;
        told = 0;
        alerts = 0;
    }

    /** What became of what was delivered to it. */
    public synchronized SubscriberStatistics statistics() {
        return new SubscriberStatistics(delivered, missedPackets, missedUnits, events.size(), bytes, missedAlerts);
    }
}
