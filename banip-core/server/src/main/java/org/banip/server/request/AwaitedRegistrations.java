package org.banip.server.request;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests that were sent right behind the registration of their session (docs/protocol.md, section 3.1) and wait until it is settled, without a
 * thread. Their number is bounded; one too many does not wait. Any thread.
 */
public final class AwaitedRegistrations {
    private static final int MOST = 1000;

    private final Map<Key, Set<Waiting>> waiting = new HashMap<>();
    private int count;

    /** Nobody waits. */
    public AwaitedRegistrations() {}

    /** Only a registration by the same identity counts: nobody else's says anything about the sender's. */
    private record Key(String session, String identity) {}

    /**
     * Runs the action once, on the request's serial executor, on which this is called: when a registration of the session by this identity is settled,
     * or when time is up, or at once if too many wait. Never, if the request ends before.
     */
    public void await(AsyncRequest call, String session, String identity, Duration most, Runnable next) {
        Key key = new Key(session, identity);
        Waiting entry = new Waiting(call, () -> {}, next);
        entry.leave = () -> remove(key, entry);
        if (!add(key, entry)) {
            next.run();
            return;
        }
        call.atEnd(entry.leave);
        call.after(most, entry::goOn);
    }

    /** A registration was answered, with whatever result. */
    public void settled(String session, String identity) {
        for (Waiting entry : of(new Key(session, identity))) {
            entry.call.executor().execute(entry::goOn);
        }
    }

    private synchronized boolean add(Key key, Waiting entry) {
        if (count == MOST) {
            return false;
        }
        count++;
        return waiting.computeIfAbsent(key, unused -> new LinkedHashSet<>()).add(entry);
    }

    private synchronized void remove(Key key, Waiting entry) {
        Set<Waiting> entries = waiting.get(key);
        if (entries != null && entries.remove(entry)) {
            count--;
            if (entries.isEmpty()) {
                waiting.remove(key);
            }
        }
    }

    private synchronized List<Waiting> of(Key key) {
        return List.copyOf(waiting.getOrDefault(key, Set.of()));
    }

    /** One request. Owned by its serial executor. */
    private static final class Waiting {
        final AsyncRequest call;
        private final Runnable next;
        private Runnable leave;
        private boolean done;

        Waiting(AsyncRequest call, Runnable leave, Runnable next) {
            this.call = call;
            this.leave = leave;
            this.next = next;
        }

        void goOn() {
            if (!done && !call.hasEnded()) {
                done = true;
                leave.run();
                next.run();
            }
        }
    }
}
