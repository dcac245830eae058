package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.TestRecords.packet;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Sequenced;

/** Stores items of group 1, each as soon as the one before it is durable, and counts those of the other groups at that moment. */
final class StoringOnAndOn implements Store.CommitListener {
    private final Store store;
    private final InterconnectRecord interconnect;
    private final Callable<Connection> database;
    private final CompletableFuture<Long> last = new CompletableFuture<>();
    /** Written by the writer's thread, before {@link #last} completes. */
    private final List<Long> others = new ArrayList<>();

    private volatile boolean ends;

    StoringOnAndOn(Store store, InterconnectRecord interconnect, Callable<Connection> database) {
        this.store = store;
        this.interconnect = interconnect;
        this.database = database;
        offer(0);
    }

    private void offer(long sequence) {
        assertThat(store.offer(interconnect, packet(1, sequence, 20), 42, this)).isTrue();
    }

    @Override
    public void committed(Sequenced item) {
        try {
            others.add(items() - item.nextSequence());
            if (ends) {
                last.complete(item.nextSequence());
            } else {
                offer(item.nextSequence());
            }
        } catch (Exception | AssertionError e) {
            last.completeExceptionally(e);
        }
    }

    private long items() throws Exception {
        try (Connection connection = database.call();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM item")) {
            if (!row.next()) {
                throw new SQLException("no row");
            }
            return row.getLong(1);
        }
    }

    @Override
    public void failed(Sequenced item, BanipException cause) {
        last.completeExceptionally(cause);
    }

    /** Stores the last one. Returns the number after it. */
    long end() throws Exception {
        ends = true;
        return last.get(1, TimeUnit.MINUTES);
    }

    /** How many items the other groups had when each item was durable. */
    List<Long> others() {
        return others;
    }
}
