package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.host;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.alerts.finding.Severity;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite, whose clock is the host's. */
class AlertBookTest extends AlertBookContract {
    @TempDir
    private Path directory;

    @Override
    Store openStore() {
        return JdbcStore.open(directory.resolve("store.db"));
    }

    @Test
    void aClockThatIsSetBackMakesNoAlertWaitForLonger() {
        try (Store store = JdbcStore.open(directory.resolve("other.db"))) {
            AtomicLong now = new AtomicLong(TimeUnit.DAYS.toNanos(20_000));
            AlertBook book = new AlertBook(store.sideTables().orElseThrow(), now::get, () -> RULES, 100);
            assertThat(book.take(List.of(host(begins("late", Severity.MEDIUM, 100)))))
                    .isNotEmpty(); // escalates after a day
            now.addAndGet(-TimeUnit.SECONDS.toNanos(59)); // adjusted
            assertThat(book.escalate()).isEmpty();
            now.addAndGet(-TimeUnit.HOURS.toNanos(5));
            assertThat(book.escalate()).hasSize(1);
        }
    }
}
