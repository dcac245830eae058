package org.banip.surrogate.alert;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * The alerts of a store that have not ended, as they were read last. Any thread may read them again: what was committed before such a call is in the
 * list when it returns, whatever other threads read at the same time.
 */
final class OpenAlerts {
    private static final Logger LOG = ServerLog.of(OpenAlerts.class);

    private final AlertBook book;
    private final AtomicLong reads = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Guarded by this: the number of the read that {@link #now} comes from. */
    private long shown;

    private volatile OpenList now = new OpenList(List.of(), Map.of());

    /** Those of a book; none before the first {@link #read}. */
    OpenAlerts(AlertBook book) {
        this.book = book;
    }

    /** The listener is called on a thread that has read another list than before; it must return soon. */
    void whenChanged(Runnable listener) {
        listeners.add(listener);
    }

    OpenList now() {
        return now;
    }

    /**
     * Reads them again. Blocks.
     *
     * @return what this call has read
     */
    OpenList read() {
        long number = reads.incrementAndGet();
        OpenList read = book.listed();
        if (show(number, read)) {
            listeners.forEach(Runnable::run);
        }
        return read;
    }

    /** False if it is as before. What was read by a call that began later is newer, or the same. */
    private synchronized boolean show(long number, OpenList read) {
        if (number < shown) {
            return false;
        }
        shown = number;
        if (read.isCut() && !now.isCut()) {
            LOG.warn(
                    "- {} alerts are open; the list has {}, of each BAN the most urgent ones",
                    read.total(),
                    read.alerts().size());
        }
        boolean changed = !read.equals(now);
        now = read;
        return changed;
    }
}
