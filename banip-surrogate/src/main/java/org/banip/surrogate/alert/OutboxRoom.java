package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many deliveries may still wait for each destination. What waits is in the store, and is counted there only now and then: after a count, half of
 * what is free may be added before the next one, and a destination without room is counted once a second at most. Owned by the thread on which the store
 * does its transactions.
 */
final class OutboxRoom {
    private static final long FULL_FOR_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_KNOWN = 10_000;

    private final int most;
    private final LongSupplier nanoTime;
    private final Map<Destination, Room> rooms = new HashMap<>();

    /** The number that may be added without a count; none if there was no room at this time. */
    private record Room(long left, boolean full, long countedAt) {}

    /**
     * Counts nothing yet.
     *
     * @param most deliveries that may wait for a destination; hosts that share a store may together exceed it by what they add between their counts
     */
    OutboxRoom(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
    }

    /** Whether one more may wait; then it is taken for added. */
    boolean takes(Connection connection, Destination to) throws SQLException {
        Room room = rooms.get(to);
        long now = nanoTime.getAsLong();
        if (room == null || (room.full ? now - room.countedAt >= FULL_FOR_NANOS : room.left == 0)) {
            long free = most - OutboxRows.waiting(connection, to);
            room = new Room(Math.max(0, (free + 1) / 2), free <= 0, now);
        }
        if (rooms.size() >= MOST_KNOWN && !rooms.containsKey(to)) {
            rooms.clear(); // they are counted again
        }
        rooms.put(to, room.full ? room : new Room(room.left - 1, false, room.countedAt));
        return !room.full;
    }
}
