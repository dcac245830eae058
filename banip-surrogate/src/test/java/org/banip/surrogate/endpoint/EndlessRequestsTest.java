package org.banip.surrogate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of endless requests need no thread each. */
class EndlessRequestsTest {
    private static final int REQUESTS = 2000;
    private static final int THREADS = 12;

    /** It takes a while until all are open. */
    private static final LivenessSettings PATIENT = new LivenessSettings(Duration.ofHours(1), 3, Duration.ofHours(1));

    private static final QuotaSettings MANY_SESSIONS =
            new QuotaSettings(Long.MAX_VALUE, REQUESTS, Duration.ofHours(1000), 0);

    @TempDir
    private Path directory;

    @Test
    void twoThousandEndlessRequestsShareTwelveThreads() throws IOException {
        HostLimits limits =
                HostLimits.builder().interconnectsPerIdentity(REQUESTS).build();
        HostServerSettings listening =
                HostServerSettings.builder().threads(THREADS).build();
        List<HttpWire> open = new ArrayList<>();
        try (RunningHost host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(limits).liveness(PATIENT).quotas(MANY_SESSIONS),
                listening)) {
            for (int i = 0; i < REQUESTS; i++) {
                TestMbu mbu = new TestMbu(host.base());
                mbu.register();
                open.add(mbu.beginData());
            }
            for (int round = 0; round < 3; round++) {
                byte[] chunk = Frames.body(2, TestMbu.packets(0, round, round + 1));
                for (HttpWire wire : open) {
                    wire.chunk(chunk);
                }
                long stored = (round + 1L) * REQUESTS;
                await().atMost(Duration.ofMinutes(5))
                        .until(() -> host.host().store().statistics().packets() == stored);
            }
            assertThat(host.host().statistics().openDataRequests()).isEqualTo(REQUESTS);
            assertThat(host.server().threads()).isLessThanOrEqualTo(THREADS);
            for (HttpWire wire : open) {
                wire.endBody();
            }
            for (HttpWire wire : open) {
                assertThat(wire.answer().acknowledged()).containsExactly(3L, 0L);
            }
        } finally {
            for (HttpWire wire : open) {
                wire.close();
            }
        }
    }
}
