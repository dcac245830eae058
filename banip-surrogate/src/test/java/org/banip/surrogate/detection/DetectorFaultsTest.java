package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.alerts.AlertRules;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A detector that throws an exception. */
class DetectorFaultsTest {
    private static final String BROKEN = "{\"name\":\"broken\",\"kind\":\"broken\",\"group\":\"ecg\"}";

    @TempDir
    private Path directory;

    @Test
    void theHostSaysWhichGroupIsNotWatchedUntilTheRulesChange() throws IOException {
        AtomicReference<AlertRules> rules = new AtomicReference<>(rules(BROKEN));
        try (RunningHost host =
                RunningHost.over(JdbcStore.open(directory.resolve("store.db")), with -> with.detectors(rules::get))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            assertThat(host.host().detectorProblem()).isEmpty();
            assertThat(mbu.send(0, 1).status()).isEqualTo(200);
            await().untilAsserted(() ->
                    assertThat(host.host().detectorProblem().orElse("")).contains("ecg of BAN ban-17, until"));
            rules.set(rules(""));
            assertThat(host.host().detectorProblem()).isEmpty();
        }
    }

    private static AlertRules rules(String detectors) {
        return AlertRules.parse("{\"detectors\":[" + detectors + "]}", "test");
    }
}
