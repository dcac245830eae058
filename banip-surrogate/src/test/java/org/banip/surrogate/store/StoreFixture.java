package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store that is empty at first. */
abstract class StoreFixture {
    static final StoreSettings SETTINGS = new StoreSettings(10_000, 1L << 20, Duration.ofMinutes(1), 2);

    Store store;

    /** Opens the same, empty at first. */
    abstract Store open(StoreSettings settings) throws Exception;

    abstract Store openForReading() throws Exception;

    /** What the first item of an interconnect gets that another connection removed. */
    abstract ErrorCode afterARemoval();

    /** A connection beside the store's. */
    abstract Connection connect() throws SQLException;

    @BeforeEach
    void openStore() throws Exception {
        store = open(SETTINGS);
    }

    @AfterEach
    void closeStore() {
        store.close();
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("banip-store")));
    }

    void sql(String statement) throws SQLException {
        try (Connection connection = connect();
                Statement jdbc = connection.createStatement()) {
            jdbc.execute(statement);
        }
    }

    record Blocking(CountDownLatch held, CountDownLatch hold) implements Store.CommitListener {
        @Override
        public void committed(Sequenced item) {
            held.countDown();
            try {
                hold.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {}
    }
}
