package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Audit;
import org.banip.server.audit.Who;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.JdbcWork;
import org.banip.surrogate.store.SideTables;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of open alerts, which two threads read. */
class OpenAlertsTest {
    private static final String ALERTS_THREAD = "banip-alerts";

    /** The tables of a store; a read of one thread can be held up after it, when the next step is made. */
    private static final class HeldTables implements SideTables {
        private final SideTables tables;
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private final CountDownLatch next = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile boolean holds;

        HeldTables(SideTables tables) {
            this.tables = tables;
        }

        @Override
        public <T> T read(JdbcWork<T> work) {
            boolean own = holds && Thread.currentThread().getName().equals(ALERTS_THREAD);
            if (own && goesOn.getCount() == 0) {
                next.countDown();
                pass(end);
            }
            T read = tables.read(work);
            if (own && goesOn.getCount() > 0 && isList(read)) {
                held.countDown();
                pass(goesOn);
            }
            return read;
        }

        private static boolean isList(Object read) {
            return !(read instanceof Boolean);
        }

        private static void pass(CountDownLatch latch) {
            try {
                Patience.await(latch);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public <T> T write(String what, JdbcWork<T> work) {
            return tables.write(what, work);
        }

        @Override
        public long nowNanos(Connection connection, LongSupplier hostClock) throws SQLException {
            return tables.nowNanos(connection, hostClock);
        }

        @Override
        public String skipLocked() {
            return tables.skipLocked();
        }
    }

    @Test
    void aListThatWasReadEarlierHidesNothing(@TempDir Path directory) throws Exception {
        try (Store store = JdbcStore.open(directory.resolve("store.db"))) {
            HeldTables tables = new HeldTables(store.sideTables().orElseThrow());
            try (Alerting alerting = new Alerting(
                    tables,
                    AlertSettings.DEFAULT,
                    () -> System.currentTimeMillis() * 1_000_000,
                    Audit.OFF,
                    "detectors.json")) {
                alerting.start(List::of, step -> {});
                alerting.found(Findings.BAN, Findings.SESSION, "host", false, 7, begins("heart", Severity.HIGH, 100));
                await().until(() -> alerting.open().size() == 1);
                tables.holds = true;
                Patience.await(tables.held);
                Alert acknowledged = Patience.get(
                                alerting.acknowledge(alerting.open().get(0).id(), Who.of("clara", "password")))
                        .orElseThrow();
                assertThat(acknowledged.state()).isEqualTo(AlertState.ACKNOWLEDGED);
                tables.goesOn.countDown();
                Patience.await(tables.next);
                assertThat(alerting.open()).extracting(Alert::state).containsExactly(AlertState.ACKNOWLEDGED);
                tables.end.countDown();
            }
        }
    }
}
