package org.banip.app.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/** Removes from the store what is safe by the written positions. One thread. */
final class FeedTidying {
    /** For how long nothing came from the device of a session that has not ended in order. */
    private static final Duration FORSAKEN = Duration.ofDays(30);

    private final Store store;
    private final Predicate<UUID> inUse;
    /** Per session and group the position up to which items were removed. */
    private final Map<UUID, long[]> forgotten = new HashMap<>();

    FeedTidying(Store store, Predicate<UUID> inUse) {
        this.store = store;
        this.inUse = inUse;
    }

    /**
     * Removes items, and sessions that have ended and are wholly given.
     *
     * @return the sessions that were removed
     */
    List<UUID> tidy(Collection<FedSession> sessions, Map<UUID, long[]> written) {
        List<UUID> removed = new ArrayList<>();
        for (FedSession session : sessions) {
            UUID id = session.record().session();
            long[] positions = written.get(id);
            if (positions == null) {
                continue;
            }
            if (remove(session.record(), positions)) {
                removed.add(id);
            } else {
                forget(session.record(), positions);
            }
        }
        return removed;
    }

    /** The store does not have this session any more. */
    void forget(UUID session) {
        forgotten.remove(session);
    }

    private boolean remove(InterconnectRecord record, long[] positions) {
        if (!store.hasEnded(record) && !isForsaken(record)) {
            return false;
        }
        OptionalLong epoch = store.epoch(record); // first: who uses the session later has another one
        long[] ends = store.nextSequences(record);
        for (int g = 0; g < ends.length; g++) {
            if (g >= positions.length || positions[g] < ends[g]) {
                return false;
            }
        }
        return epoch.isPresent()
                && !inUse.test(record.session())
                && store.remove(record.withEpoch(epoch.getAsLong()), ends);
    }

    /** Whether its device will not come back. */
    private boolean isForsaken(InterconnectRecord record) {
        long last = Math.max(
                record.registeredNanos(),
                Arrays.stream(store.lastReceived(record)).max().orElse(0));
        return SteadyClock.system().epochNanos() - last > FORSAKEN.toNanos();
    }

    private void forget(InterconnectRecord record, long[] positions) {
        long[] before = forgotten.computeIfAbsent(record.session(), first -> new long[0]);
        for (int g = 0; g < positions.length; g++) {
            if (positions[g] > (g < before.length ? before[g] : 0)) {
                long unused = store.forgetBefore(record, g, positions[g]);
            }
        }
        forgotten.put(record.session(), positions);
    }
}
