package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More BANs than a host accepts connections or subscriptions for. */
@Timeout(180)
class CrowdedHostTest {
    /** Notes what it hears of each session. */
    private static final class Noted implements SurrogateInterest {
        private final Set<UUID> followed = ConcurrentHashMap.newKeySet();
        private final Set<UUID> failed = ConcurrentHashMap.newKeySet();

        @Override
        public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
            return StartPoint.beginning();
        }

        @Override
        public SurrogateListener listener(SurrogateDescription surrogate) {
            return new SurrogateListener() {
                @Override
                public void appeared(SurrogateDescription appeared) {
                    followed.add(appeared.session());
                }

                @Override
                public void delivered(SensorData data) {}
            };
        }

        @Override
        public void failed(ListedSurrogate surrogate, Exception why) {
            failed.add(surrogate.session());
        }
    }

    @Test
    void banForWhichThereIsNoConnectionIsTold(@TempDir Path store) throws Exception {
        Noted noted = new Noted();
        try (RunningHost host =
                JiniTestHost.start(store.resolve("store.db"), Optional.empty(), Map.of("jini-connections", "1"))) {
            new TestMbu(host.base()).register();
            new TestMbu(host.base()).register();
            BanSubscriber subscriber = BanSubscriber.builder(
                            new LookupDirectory(JiniTestHost.lookup(host.host()), Transport.loopback()),
                            Transport.loopback(),
                            noted)
                    .start();
            try {
                await().untilAsserted(() -> {
                    assertThat(noted.followed).isNotEmpty();
                    assertThat(noted.failed).isNotEmpty();
                });
            } finally {
                subscriber.close();
            }
        }
    }

    @Test
    void connectionsGrowWithTheSubscriptionsUnlessTheyAreSet() {
        assertThat(settings(Map.of()).connections()).isEqualTo(1256);
        assertThat(settings(Map.of("jini-subscriptions", "3000")).connections()).isEqualTo(3256);
        assertThat(settings(Map.of("jini-subscriptions", "3000", "jini-connections", "7"))
                        .connections())
                .isEqualTo(7);
    }

    private static JiniSettings settings(Map<String, String> options) {
        return JiniSettings.of(
                SettingsReader.of(HostSettings.TABLE).options(options).read());
    }
}
