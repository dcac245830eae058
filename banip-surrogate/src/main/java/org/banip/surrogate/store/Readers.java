package org.banip.surrogate.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** A store's pool of connections that read. Any thread. */
final class Readers implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Readers.class);
    private static final String NAME = "banip-store-readers";
    /** Longest wait of a reader for a connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Longest wait of closing for the pool's threads, because a driver may hang while it closes a connection. */
    private static final Duration CLOSING = Duration.ofSeconds(15);

    private final String where;
    private final HikariDataSource pool;
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    Readers(String where, DataSource source, Dialect dialect, StoreSettings settings, boolean readOnly) {
        this.where = where;
        HikariConfig config = new HikariConfig();
        config.setPoolName(NAME);
        config.setDataSource(source);
        config.setReadOnly(readOnly);
        // Else the pool asks its first connection for it, once: if that one breaks just then, no other is ever made.
        config.setTransactionIsolation(dialect.readersIsolation);
        config.setInitializationFailTimeout(-1);
        config.setMaximumPoolSize(settings.readers());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setThreadFactory(this::thread);
        pool = new HikariDataSource(config);
    }

    private Thread thread(Runnable work) {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = OwnThreads.daemon(NAME, work);
        threads.add(thread);
        return thread;
    }

    /** Runs a query on one of the connections. */
    <T> T query(JdbcWork<T> query) {
        try (Connection connection = pool.getConnection()) {
            return query.on(connection);
        } catch (SQLException e) {
            throw StoreFailure.of(where, "cannot be read", e);
        }
    }

    /** Discards a connection when its query ends. */
    void evict(Connection connection) {
        pool.evictConnection(connection);
    }

    /** Returns when the pool's threads have ended: it tells them to, but does not wait for them itself. */
    @Override
    public void close() {
        pool.close();
        long until = System.nanoTime() + CLOSING.toNanos();
        boolean interrupted = false;
        for (Thread thread : threads) {
            long left = until - System.nanoTime();
            while (thread.isAlive() && left > 0) {
                try {
                    thread.join(left / 1_000_000 + 1);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = until - System.nanoTime();
            }
            if (thread.isAlive()) {
                LOG.warn("store {}: a thread of the readers still runs {} after it was told to end", where, CLOSING);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
