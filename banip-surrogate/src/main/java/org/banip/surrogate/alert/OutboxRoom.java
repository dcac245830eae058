package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many deliveries may still wait for each destination, and of each BAN for a contact: of one BAN no more than there is room left for all. What waits
 * is in the store, and is counted there only now and then: after a count, half of what is free may be added before the next one, and what has no room is
 * counted once a second at most. Owned by the thread on which the store does its transactions.
 */
final class OutboxRoom {
    private static final long FULL_FOR_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_KNOWN = 10_000;

    private final int most;
    private final LongSupplier nanoTime;
    private final Map<Destination, Room> rooms = new HashMap<>();

    /**
     * Room as it was counted last.
     *
     * @param left may be added without a count; none if there was no room at this time
     * @param free as it was counted
     */
    private record Room(long left, long free, long countedAt) {
        static Room of(long free, long now) {
            return new Room(Math.max(0, (free + 1) / 2), Math.max(0, free), now);
        }

        boolean isFull() {
            return free == 0;
        }

        boolean mustCount(long now) {
            return isFull() ? now - countedAt >= FULL_FOR_NANOS : left == 0;
        }

        Room less() {
            return isFull() ? this : new Room(left - 1, free, countedAt);
        }
    }

    private interface Count {
        long waiting() throws SQLException;
    }

    /**
     * Counts nothing yet.
     *
     * @param most deliveries that may wait for a destination; hosts that share a store may together exceed it by what they add between their counts
     */
    OutboxRoom(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
    }

    /** Whether one more of a BAN may wait; then it is taken for added. */
    boolean takes(Connection connection, Destination to, String ban) throws SQLException {
        if (rooms.size() >= MOST_KNOWN) {
            rooms.clear(); // they are counted again
        }
        Destination own = new Destination(to.contact(), ban);
        Count counted = () -> OutboxRows.waiting(connection, to.contact(), ban);
        if (to.isMbu()) {
            Room room = room(own, most, counted);
            rooms.put(own, room.less());
            return !room.isFull();
        }
        Room all = room(to, most, () -> OutboxRows.waiting(connection, to.contact()));
        if (all.isFull()) {
            return false;
        }
        // As many as there is room left: a BAN alone has half of all, and there is always room for another one.
        Room room = room(own, all.free() + 1, counted);
        if (room.isFull()) {
            return false;
        }
        rooms.put(to, all.less());
        rooms.put(own, room.less());
        return true;
    }

    private Room room(Destination which, long bound, Count count) throws SQLException {
        Room known = rooms.get(which);
        long now = nanoTime.getAsLong();
        if (known != null && !known.mustCount(now)) {
            return known;
        }
        Room counted = Room.of(bound - count.waiting(), now);
        rooms.put(which, counted);
        return counted;
    }
}
