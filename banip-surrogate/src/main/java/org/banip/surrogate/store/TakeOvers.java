package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Take-overs of interconnects: all that wait share one commit, because after a host's end all its MBUs come at once. Any thread asks; the writer's
 * thread does it.
 */
final class TakeOvers {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String where;
    private final Dialect dialect;
    private final Queue<Wanted> waiting = new ConcurrentLinkedQueue<>();

    private record Wanted(InterconnectRecord record, CompletableFuture<InterconnectRecord> done) {}

    TakeOvers(String where, Dialect dialect) {
        this.where = where;
        this.dialect = dialect;
    }

    /** Takes it over, and waits until that is durable. One that comes later is harmless: the host does not use the epoch. */
    InterconnectRecord takeOver(InterconnectRecord record, StoreWriter writer, WriteQueue queue) {
        Wanted wanted = new Wanted(record, new CompletableFuture<>());
        waiting.add(wanted);
        if (!queue.execute(() -> takeOverAll(writer))) {
            waiting.remove(wanted);
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "store " + where + " is closed");
        }
        return StoreFailure.awaited(where, wanted.done(), PATIENCE);
    }

    private void takeOverAll(StoreWriter writer) {
        List<Wanted> all = new ArrayList<>();
        for (Wanted next = waiting.poll(); next != null; next = waiting.poll()) {
            all.add(next);
        }
        if (all.isEmpty()) {
            return;
        }
        try {
            Map<Wanted, OptionalLong> epochs =
                    writer.transact("take over an interconnect", connection -> takeOver(connection, all));
            if (epochs.values().stream().anyMatch(OptionalLong::isEmpty)) {
                writer.endStopped();
            }
            all.forEach(one -> complete(one, epochs.getOrDefault(one, OptionalLong.empty()), writer));
        } catch (RuntimeException e) {
            all.forEach(one -> one.done().completeExceptionally(e));
        }
    }

    private Map<Wanted, OptionalLong> takeOver(Connection connection, List<Wanted> all) throws SQLException {
        Map<Wanted, OptionalLong> epochs = new HashMap<>();
        for (Wanted one : all) {
            epochs.put(
                    one,
                    InterconnectTable.takeOver(
                            connection, dialect.forUpdate, one.record().id()));
        }
        return epochs;
    }

    private void complete(Wanted one, OptionalLong epoch, StoreWriter writer) {
        if (epoch.isPresent()) {
            writer.forget(one.record().id());
            one.done().complete(one.record().withEpoch(epoch.getAsLong()));
        } else {
            one.done()
                    .completeExceptionally(new BanipException(
                            ErrorCode.STORAGE_UNAVAILABLE,
                            "store " + where + ": another host is writing or removing interconnect "
                                    + one.record().session() + " at this moment"));
        }
    }
}
