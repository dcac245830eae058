package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.host;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.alerts.finding.Severity;
import org.banip.core.error.BanipException;
import org.banip.server.audit.Who;
import org.banip.surrogate.store.Databases;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreSettings;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL, and two hosts at once. */
class PostgresAlertBookIT extends AlertBookContract {
    @RegisterExtension
    static final Databases DATABASES = new Databases();

    private String database = "";

    @Override
    Store openStore() throws Exception {
        if (database.isEmpty()) {
            database = DATABASES.create();
        }
        return another();
    }

    private Store another() {
        return JdbcStore.open(DATABASES.location(database), StoreSettings.DEFAULT);
    }

    @Test
    void twoHostsAtOnceMakeEachStepOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Store other = another()) {
            List<AlertBook> books = List.of(
                    bookOf(store.sideTables().orElseThrow()),
                    bookOf(other.sideTables().orElseThrow()));
            for (int round = 0; round < 20; round++) {
                String detector = "d" + round;
                List<List<AlertStep>> raised =
                        both(threads, books, book -> book.take(List.of(host(begins(detector, Severity.HIGH, 100)))));
                assertThat(raised.stream().flatMap(List::stream)).hasSize(1);
                List<List<AlertStep>> escalated = both(threads, books, AlertBook::escalate);
                assertThat(escalated.stream().flatMap(List::stream)).hasSize(1);
            }
            assertThat(books.get(0).open()).hasSize(20);
        } finally {
            threads.shutdown();
        }
    }

    /** One host hears that a fall is over while somebody acknowledges it at the other one. */
    @Test
    void aFallThatIsOverWhileSomebodyAcknowledgesItEndsOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Store other = another()) {
            AlertBook first = bookOf(store.sideTables().orElseThrow());
            AlertBook second = bookOf(other.sideTables().orElseThrow());
            for (int round = 0; round < 20; round++) {
                String detector = "d" + round;
                Found begins = host(Findings.of("fall", begins(detector, Severity.HIGH, 100)));
                Found ends = host(Findings.of("fall", Findings.ends(detector, Severity.HIGH, 98, 103)));
                UUID id = first.take(List.of(begins)).get(0).alert().id();
                List<List<AlertStep>> steps = both(
                        threads,
                        List.of(first, second),
                        book -> book == first
                                ? book.acknowledge(id, Who.of("clara", "password"))
                                : book.take(List.of(ends)));
                assertThat(steps.stream().flatMap(List::stream).map(AlertStep::step))
                        .containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
            }
            assertThat(first.open()).isEmpty();
        } finally {
            threads.shutdown();
        }
    }

    private interface Step<T> {
        T of(AlertBook book);
    }

    private static <T> List<T> both(ExecutorService threads, List<AlertBook> books, Step<T> step) throws Exception {
        CyclicBarrier together = new CyclicBarrier(books.size());
        List<Future<T>> futures = new ArrayList<>();
        for (AlertBook book : books) {
            futures.add(threads.submit((Callable<T>) () -> {
                together.await();
                return insist(step, book);
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(Patience.get(future));
        }
        return results;
    }

    /** As the host does. */
    private static <T> T insist(Step<T> step, AlertBook book) {
        while (true) {
            try {
                return step.of(book);
            } catch (BanipException e) {
                assertThat(e.getMessage()).contains("another host").doesNotContain("syntax");
            }
        }
    }
}
