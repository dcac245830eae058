package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.finding.Severity;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoreBackup;
import org.banip.surrogate.store.StoreErasure;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts belong to the BAN whose record is copied or forgotten. */
class AlertsErasedTest {
    @TempDir
    private Path directory;

    private static List<String> bans(StoreLocation store) {
        try (JdbcStore opened = JdbcStore.openForReading(store)) {
            List<String> bans = new ArrayList<>();
            AlertBookContract.bookOf(opened.sideTables().orElseThrow()).open().forEach(alert -> bans.add(alert.ban()));
            bans.sort(null);
            return bans;
        }
    }

    @Test
    void alertsAreCopiedAndForgottenWithTheirBan() throws Exception {
        Path file = directory.resolve("store.db");
        try (RunningHost host = RunningHost.over(JdbcStore.open(file), with -> with.alerts(AlertSettings.DEFAULT))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 5);
            Alerting alerting = host.host().alerting().orElseThrow();
            for (String ban : List.of("ban-17", "ban-18")) {
                alerting.found(ban, mbu.session(), "host", false, 7, Findings.begins("heart", Severity.HIGH, 100));
            }
            await().until(() -> alerting.open().size() == 2);
        }
        StoreLocation store = StoreLocation.of(file.toString());
        StoreLocation copy = StoreLocation.of(directory.resolve("copy.db").toString());
        StoreBackup.copy(store, copy, (done, total) -> {});
        assertThat(bans(copy)).containsExactly("ban-17", "ban-18");
        StoreErasure.Erased erased = StoreErasure.erase(store, "ban-17", step -> {});
        assertThat(erased.remains()).isEmpty();
        assertThat(bans(store)).containsExactly("ban-18");
        assertThat(bans(copy)).hasSize(2);
    }
}
