package org.banip.surrogate.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The thread that writes a store, and those who wait for it: it commits what is in the queue, and runs transactions in between. Any thread. */
final class WriterThread implements AutoCloseable {
    /** Who waits for a transaction gets an error then; it may be committed later. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(30);

    private final String where;
    private final WriteQueue queue;
    private final StoreWriter writer;
    private final Thread thread;
    private final TakeOvers takeOvers;
    private final WriteProbe probe = new WriteProbe();

    /** Starts it. */
    WriterThread(DataSource source, Dialect dialect, String where, WriteQueue queue, Items items) {
        this.where = where;
        this.queue = queue;
        takeOvers = new TakeOvers(where, dialect);
        writer = new StoreWriter(source, dialect, where, queue, items);
        thread = new Thread(writer, "banip-store-writer");
        thread.start();
    }

    /** False if the queue is full. */
    boolean offer(WriteRequest request) {
        boolean taken = queue.offer(request);
        if (!taken && queue.closed()) {
            throw closed();
        }
        return taken;
    }

    /** Runs in a transaction of its own; returns when it is committed. */
    <T> T transact(String what, JdbcWork<T> work) {
        return transact(what, work, LONGEST_TRANSACTION);
    }

    private <T> T transact(String what, JdbcWork<T> work, Duration patience) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                done.complete(writer.transact(what, work));
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        };
        if (Thread.currentThread() == thread) {
            task.run();
        } else if (!queue.execute(task)) {
            throw closed();
        }
        return StoreFailure.awaited(where, done, patience);
    }

    /** Takes an interconnect over; returns when that is durable. */
    InterconnectRecord takeOver(InterconnectRecord found) {
        return takeOvers.takeOver(found, writer, queue);
    }

    /** On this thread, in a transaction: the interconnect is removed by it. */
    void forget(long interconnect) {
        writer.forget(interconnect);
    }

    /** Throws if nothing can be written within this time. */
    void checkWritable(Duration patience) {
        boolean unused = transact("be written", InterconnectTable::touchNothing, patience);
    }

    /** Whether the last write without effect succeeded; begins another one. */
    boolean takesWrites() {
        return probe.takesWrites(writer, queue);
    }

    Store.StoreStatistics statistics() {
        return writer.statistics();
    }

    private BanipException closed() {
        return new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "store " + where + " is closed");
    }

    /** Waits until all that the queue has is written; the queue is closed. */
    @Override
    public void close() {
        if (Thread.currentThread() == thread) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
