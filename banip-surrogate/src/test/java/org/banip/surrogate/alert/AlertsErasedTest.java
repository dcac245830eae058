package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
        assertThat(erased.sessions()).isEqualTo(1);
        assertThat(erased.alerts()).isEqualTo(1);
        assertThat(bans(store)).containsExactly("ban-18");
        assertThat(bans(copy)).hasSize(2);
        assertThatThrownBy(() -> StoreErasure.erase(store, "ban-17", step -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("BAN ban-17 is not in " + store + "; there are ban-18");
        List<String> steps = new ArrayList<>();
        StoreErasure.Erased alone = StoreErasure.erase(store, "ban-18", steps::add); // never had a session
        assertThat(alone).isEqualTo(new StoreErasure.Erased(0, 1, 0, 0, ""));
        assertThat(steps).contains("removing 0 sessions and 1 alert");
        assertThat(bans(store)).isEmpty();
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain("ban-18");
    }
}
