package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An MBU with two paths to one host, each through a broker of its own: when one broker ends, the other path carries everything. */
@Timeout(300)
class TwoBrokersTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String BAN = "ban-17";
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));
    private static final String PASSWORD = "correct horse";
    private static final int UNITS = 1_000;

    @TempDir
    private Path directory;

    @Test
    void whatOneBrokerCarriesNoMoreGoesThroughTheOther() throws Exception {
        Path file = directory.resolve("banip.db");
        new PasswordFile(directory.resolve("passwords")).set(BAN, PASSWORD.toCharArray(), 4);
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(file))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                WirelessServiceBroker second = broker(server.baseUri())) {
            WirelessServiceBroker first = broker(server.baseUri());
            try (MobileBaseUnit mbu = mbu(first.uri(), second.uri())) {
                awaitConnected(mbu, true, true);
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);

                first.stop();
                awaitConnected(mbu, false, true);
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);

                assertThat(host.statistics().interconnects()).isOne();
                assertThat(mbu.status().groups().get(0).unitsAcknowledged()).isEqualTo(2 * UNITS);
            }
        }
        try (Store store = JdbcStore.openForReading(file)) {
            StoredRecording stored =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(stored.digest().sets(0)).isEqualTo(2 * UNITS);
        }
    }

    private static MobileBaseUnit mbu(URI first, URI second) {
        return MobileBaseUnit.builder()
                .broker(first)
                .credentials(Credentials.basic(BAN, PASSWORD))
                .ban(BAN)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .path(PathSettings.named("wifi"))
                .path(PathSettings.named("lte").broker(second))
                .closeTimeout(Duration.ofMillis(500)) // the first broker is away then
                .start();
    }

    private WirelessServiceBroker broker(URI host) {
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(host)
                        .passwordFile(directory.resolve("passwords"))
                        .build())
                .listen("127.0.0.1", 0)
                .start();
    }

    private static void awaitConnected(MobileBaseUnit mbu, boolean wifi, boolean lte) {
        await("connected: " + wifi + ", " + lte)
                .atMost(PATIENCE)
                .until(() -> mbu.status().paths().get(0).connected() == wifi
                        && mbu.status().paths().get(1).connected() == lte);
    }

    private static void offer(MobileBaseUnit mbu) {
        int[] samples = new int[UNITS];
        for (int i = 0; i < UNITS; i++) {
            samples[i] = i;
        }
        assertThat(mbu.input("ecg").offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
    }
}
