package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The only thread that writes: it writes all queued items in one transaction, commits it, then calls the listeners. After a failure it continues
 * with a new connection. All state but the statistics belongs to that thread.
 *
 * <p>A transaction begins with {@code setAutoCommit(false)} and commits with {@code setAutoCommit(true)}: after {@code commit()}
 * SQLite's driver would begin the next one at once, and no other process could write.
 */
final class StoreWriter implements Runnable {
    private static final Logger LOG = ServerLog.of(StoreWriter.class);
    /** Bound of a batch that a driver keeps in memory. */
    private static final int ROWS_PER_EXECUTE = 512;

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final DataSource source;
    private final Dialect dialect;
    private final String where;
    private final WriteQueue queue;

    private final Items items;
    private final GroupHeads heads;
    private final List<WriteRequest> accepted = new ArrayList<>();
    private final List<Refusal> refused = new ArrayList<>();
    private @Nullable Connection connection;
    private @Nullable PreparedStatement insert;
    private @Nullable PreparedStatement epochs;
    private boolean failing;
    private boolean warned;
    /** Whether the end of the last warning's failure is not logged yet. */
    private boolean outageTold;

    private long warnedNanos;
    /** Items refused since the store began to fail, which are counted and not named. */
    private long unsaid;

    private volatile Store.StoreStatistics statistics = new Store.StoreStatistics(0, 0, 0, 0, 0, 0);

    private record Refusal(WriteRequest request, BanipException cause) {}

    StoreWriter(DataSource source, Dialect dialect, String where, WriteQueue queue, Items items) {
        this.source = source;
        this.dialect = dialect;
        this.where = where;
        this.queue = queue;
        this.items = items;
        heads = new GroupHeads(items, dialect, where);
    }

    Store.StoreStatistics statistics() {
        Store.StoreStatistics committed = statistics;
        return new Store.StoreStatistics(
                committed.packets(),
                committed.gaps(),
                committed.payloadBytes(),
                committed.commits(),
                committed.commitNanos(),
                queue.size());
    }

    @Override
    public void run() {
        WriteQueue.Batch batch = new WriteQueue.Batch();
        CommitPace pace = new CommitPace(System.nanoTime());
        while (queue.take(batch, pace)) {
            batch.tasks.forEach(this::run);
            if (!batch.requests.isEmpty()) {
                pace.begins(batch.requests, System.nanoTime());
                write(batch.requests);
            }
        }
        indexAll();
        disconnect();
    }

    /** Indexes the end of the log, so that the next start need not read it again; if this fails, it does. */
    private void indexAll() {
        try {
            boolean unused = transact("index what is stored", current -> {
                items.indexAll(current);
                return true;
            });
        } catch (BanipException e) {
            LOG.info("{}", e.getMessage());
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("store {}: a task on the writer's thread failed", where, e);
        }
    }

    /** Runs in a transaction of its own; on the writer's thread. */
    <T> T transact(String what, JdbcWork<T> work) {
        try {
            Connection current = connect();
            begin(current);
            T result = work.on(current);
            commit(current);
            return result;
        } catch (BanipException e) {
            rollBack();
            throw e;
        } catch (SQLException | RuntimeException | Error e) {
            disconnect();
            if (dialect.isLockHeld(e)) {
                endStopped();
            }
            throw StoreFailure.of(where, "cannot " + what, e);
        }
    }

    /** The interconnect is no more; on the writer's thread. */
    void forget(long interconnect) {
        heads.forget(interconnect);
    }

    private void write(List<WriteRequest> requests) {
        long begin = System.nanoTime();
        try {
            while (!insert(requests)) {
                // once more, without the interconnects that another host has taken over
            }
            if (failing && !accepted.isEmpty()) {
                failing = false;
                recovered();
            }
        } catch (SQLException | RuntimeException | Error e) {
            // Errors, too (a driver's assertion, memory): this thread must not die while listeners wait for it.
            fail(requests, e);
            return;
        }
        run(() -> {
            count(System.nanoTime() - begin);
            heads.trim();
        });
        for (WriteRequest request : accepted) {
            tell(request, null);
        }
        for (Refusal refusal : refused) {
            if (refusal.cause().code() == ErrorCode.STORAGE_UNAVAILABLE) {
                unsaid++;
            } else if (refusal.cause().code() != ErrorCode.UNKNOWN_INTERCONNECT) {
                log(refusal);
            }
            tell(refusal.request(), refusal.cause());
        }
    }

    /** Writes one transaction; false if it was taken back, because another host has taken over interconnects in it. */
    private boolean insert(List<WriteRequest> requests) throws SQLException {
        accepted.clear();
        refused.clear();
        try {
            insertAll(requests);
            if (!dialect.sharedWhileWriting() || !takenOver()) {
                commit(connect());
                return true;
            }
        } catch (SQLException e) {
            // A key may have refused a row because the other host has stored the same, or removed its group.
            takeBack(requests);
            if (!dialect.sharedWhileWriting() || dialect.isLockHeld(e) || !takenOver()) {
                throw e;
            }
        }
        takeBack(requests);
        return false;
    }

    private void takeBack(List<WriteRequest> requests) {
        rollBack();
        requests.forEach(heads::failed);
    }

    private boolean takenOver() throws SQLException {
        PreparedStatement prepared = epochs;
        if (prepared == null) {
            prepared = InterconnectTable.epochs(connect(), dialect);
            epochs = prepared;
        }
        return heads.takenOver(prepared);
    }

    private void insertAll(List<WriteRequest> requests) throws SQLException {
        Connection current = connect();
        PreparedStatement statement = insert(current);
        begin(current);
        for (WriteRequest request : requests) {
            Optional<BanipException> cause = heads.advance(current, request);
            if (cause.isPresent()) {
                refused.add(new Refusal(request, cause.get()));
                continue;
            }
            items.bind(statement, request);
            statement.addBatch();
            accepted.add(request);
            if (accepted.size() % ROWS_PER_EXECUTE == 0) {
                statement.executeBatch();
            }
        }
        statement.executeBatch();
    }

    private void begin(Connection current) throws SQLException {
        heads.begin();
        current.setAutoCommit(false);
        if (items.begin(current)) {
            heads.doubt();
        }
    }

    private void commit(Connection current) throws SQLException {
        current.setAutoCommit(true);
        items.committed();
    }

    /** Tells all listeners of the batch that nothing of it is stored. */
    private void fail(List<WriteRequest> requests, Throwable e) {
        disconnect();
        if (dialect.isLockHeld(e)) {
            endStopped();
        }
        BanipException cause = StoreFailure.of(where, "cannot commit " + requests.size() + " items", e);
        failing = true;
        warn(cause);
        unsaid += requests.size();
        requests.forEach(heads::failed);
        for (WriteRequest request : requests) {
            tell(request, cause);
        }
    }

    /** Ends the transactions of hosts that keep locks and do nothing: they are stopped or cut off. On the writer's thread. */
    void endStopped() {
        try {
            int ended = dialect.endStoppedWriters(connect());
            if (ended > 0) {
                LOG.warn(
                        "store {}: ended {} of another host, which does nothing",
                        where,
                        Counted.of(ended, "transaction"));
            }
        } catch (SQLException e) {
            LOG.warn("store {}: cannot end the transaction of a host that does nothing: {}", where, e.getMessage());
            disconnect();
        }
    }

    /** A disk that is nearly full fails again and again: one warning a minute is enough. */
    private void warn(BanipException cause) {
        long now = System.nanoTime();
        if (!warned || now - warnedNanos > QUIET_NANOS) {
            LOG.warn("{}; {} items could not be stored before", cause.getMessage(), unsaid);
            warned = true;
            outageTold = true;
            warnedNanos = now;
            unsaid = 0;
        }
    }

    /** Logs the end of a failure once, so that it is the last line of an outage. */
    private void recovered() {
        if (outageTold) {
            outageTold = false;
            LOG.info("store {}: takes data again; {} items could not be stored meanwhile", where, unsaid);
            unsaid = 0;
        }
    }

    private static void log(Refusal refusal) {
        if (refusal.cause().code() == ErrorCode.INTERNAL) {
            LOG.error(
                    "{} {}",
                    refusal.request().interconnect().session(),
                    refusal.cause().getMessage());
        } else {
            LOG.warn(
                    "{} {}",
                    refusal.request().interconnect().session(),
                    refusal.cause().getMessage());
        }
    }

    private void tell(WriteRequest request, @Nullable BanipException cause) {
        try {
            if (cause == null) {
                request.listener().committed(request.item());
            } else {
                request.listener().failed(request.item(), cause);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("{} commit listener failed", request.interconnect().session(), e);
        }
    }

    private void count(long nanos) {
        Store.StoreStatistics before = statistics;
        long packets = 0;
        long gaps = 0;
        long bytes = 0;
        for (WriteRequest request : accepted) {
            packets += request.item() instanceof Packet ? 1 : 0;
            gaps += request.item() instanceof Gap gap && !gap.isRetirement() ? 1 : 0;
            bytes += request.payloadBytes();
        }
        statistics = new Store.StoreStatistics(
                before.packets() + packets,
                before.gaps() + gaps,
                before.payloadBytes() + bytes,
                before.commits() + 1,
                before.commitNanos() + nanos,
                0);
    }

    private Connection connect() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = source.getConnection();
            connection = current;
            try (Statement statement = current.createStatement()) {
                statement.execute(dialect.prepareWriter);
            }
        }
        return current;
    }

    private PreparedStatement insert(Connection current) throws SQLException {
        PreparedStatement prepared = insert;
        if (prepared == null) {
            prepared = items.insert(current);
            insert = prepared;
        }
        return prepared;
    }

    /** Takes back what is not committed. The connection stays, because nothing is wrong with it. */
    private void rollBack() {
        Connection current = connection;
        if (current == null) {
            return;
        }
        try {
            PreparedStatement prepared = insert;
            if (prepared != null) {
                prepared.clearBatch();
            }
            current.rollback();
            current.setAutoCommit(true);
            items.rolledBack();
        } catch (SQLException e) {
            LOG.debug("store {}: cannot roll back, connects again: {}", where, e.getMessage());
            disconnect();
        }
    }

    /** Closing takes back what is not committed. */
    private void disconnect() {
        Connection current = connection;
        connection = null;
        insert = null;
        epochs = null;
        items.rolledBack();
        if (current == null) {
            return;
        }
        try {
            current.close();
        } catch (SQLException e) {
            LOG.debug("store {}: closing a connection: {}", where, e.getMessage());
        }
    }
}
