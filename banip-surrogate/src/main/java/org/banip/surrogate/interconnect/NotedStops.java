package org.banip.surrogate.interconnect;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.GroupStop;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.NotedStop;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Who stopped a group, for the host that comes after this one (docs/control.md). */
final class NotedStops {
    private static final Logger LOG = ServerLog.of(NotedStops.class);

    private NotedStops() {}

    /**
     * Notes it. Any thread.
     *
     * @return done when it is durable, or cannot be noted, which the log says
     */
    static CompletableFuture<@Nullable Void> note(
            HostParts parts, InterconnectRecord record, int group, NotedStop noted) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        try {
            parts.workers().inOrder(record.session(), () -> {
                write(parts.store(), record, group, noted);
                done.complete(null);
            });
        } catch (BanipException e) {
            failed(record, e);
            done.complete(null);
        }
        return done;
    }

    private static void write(Store store, InterconnectRecord record, int group, NotedStop noted) {
        try {
            store.noteStop(record, group, noted);
        } catch (RuntimeException e) {
            failed(record, e);
        }
    }

    private static void failed(InterconnectRecord record, RuntimeException cause) {
        LOG.warn("{}: the next host does not know who stopped a group: {}", record.session(), cause.getMessage());
    }

    /**
     * Who stopped a group that is retired. Empty if it was put away by its app after it was back from the last stop. Reads the store.
     *
     * @param retirement the group's last item
     */
    static Optional<GroupStop> of(Store store, InterconnectRecord record, int group, Gap retirement) {
        return store.notedStop(record, group)
                .filter(noted -> firstRetirement(store, record, group, noted.fromSequence()) == retirement.sequence())
                .map(NotedStop::stop);
    }

    private static long firstRetirement(Store store, InterconnectRecord record, int group, long from) {
        long[] found = {-1};
        try {
            store.read(record, group, from, item -> {
                boolean is = item instanceof Gap gap && gap.isRetirement();
                found[0] = is ? item.sequence() : -1;
                return !is;
            });
        } catch (DamagedItemException e) {
            return -1;
        }
        return found[0];
    }
}
