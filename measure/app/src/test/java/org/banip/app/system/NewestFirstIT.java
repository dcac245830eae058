package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.seal.SealKeys;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.WholeRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An MBU and a host with an outage between them: what waited is stored behind the present, and the export has one signal. */
@Timeout(300)
class NewestFirstIT {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int UNITS = 36_000;
    private static final EcgSettings ECG = EcgSettings.builder()
            .frequency(Frequency.ofHz(360))
            .units(UNITS)
            .seed(5)
            .build();

    @TempDir
    Path directory;

    /** Bound but never listening, so that nobody else gets the port before the host listens there. */
    private final Socket reservation = new Socket();

    private final AtomicLong passed = new AtomicLong();

    @AfterEach
    void release() throws IOException {
        reservation.close();
    }

    /** Sealed packets move from a key packet on, and are still of the group in which they were encoded. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exportIsTheSensedSignal(boolean sealed) throws Exception {
        Path keys = directory.resolve("keys");
        String chain = MobileBaseUnit.DEFAULT_CHAIN + (sealed ? "|seal(to=" + new SealKeys(keys).make() + ")" : "");
        Transcoders known = Transcoders.installed().withKeys(keys);
        Path stored = directory.resolve("banip.db");
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = reservation.getLocalPort();
        SteadyClock system = SteadyClock.system();
        SteadyClock clock = () -> system.epochNanos() + passed.get();
        String name;
        long moved;
        try (GeneratedEcg sensor = new GeneratedEcg(ECG);
                MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(URI.create("http://" + LOOPBACK + ":" + port + "/"))
                        .ban("ban-17")
                        .chain(chain)
                        .sensor(sensor)
                        .newestFirst(sensor.group().name())
                        .origin(ORIGIN)
                        .speed(10)
                        .clock(clock)
                        .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                        .startTimeout(Duration.ZERO)
                        .closeTimeout(Duration.ofMillis(500))
                        .start()) {
            name = sensor.group().name();
            awaitEncoded(mbu, 1000);
            passed.addAndGet(TimeUnit.SECONDS.toNanos(4));
            awaitEncoded(mbu, 14_000);
            try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(stored))
                            .transcoders(known)
                            .build();
                    HostServer server = HostServer.start(
                            host,
                            HostServerSettings.builder().address(LOOPBACK, port).build())) {
                assertThat(server.baseUri().getPort()).isEqualTo(port);
                mbu.awaitDelivered(Duration.ofMinutes(4));
            }
            List<GroupStatus> groups = mbu.status().groups();
            moved = groups.get(0).unitsMoved();
            assertThat(moved).isPositive();
            assertThat(groups.get(0).unitsAcknowledged() + moved).isEqualTo(UNITS);
            assertThat(groups.get(1).unitsAcknowledged()).isEqualTo(moved);
        }
        assertStored(stored, known, name, moved);
    }

    private static void awaitEncoded(MobileBaseUnit mbu, long units) {
        await("encoded")
                .atMost(Duration.ofMinutes(1))
                .until(() -> mbu.status().groups().get(0).unitsEncoded() >= units);
    }

    private static void assertStored(Path file, Transcoders known, String group, long moved) {
        try (Store store = JdbcStore.openForReading(file)) {
            StoredRecording parts =
                    new StoredRecording(store, store.interconnects().get(0), known);
            WholeRecording whole = new WholeRecording(parts);
            assertThat(whole.groups())
                    .singleElement()
                    .satisfies(only -> assertThat(only.name()).isEqualTo(group));
            assertThat(whole.digest().hex(0)).isEqualTo(sensed().hex(0));
            assertThat(parts.digest().sets(1)).isEqualTo(moved);
            assertThat(parts.digest().sets(0)).isEqualTo(UNITS - moved);
        }
    }

    private static SensorSetDigest sensed() {
        try (GeneratedEcg ecg = new GeneratedEcg(ECG)) {
            Block all = new Block(16);
            while (ecg.read(all, 1024) > 0) {
                // appends
            }
            SensorSetDigest digest = new SensorSetDigest(List.of(ecg.group()));
            digest.update(0, all.bytes(), 0, UNITS, TimeUnit.SECONDS.toNanos(ORIGIN.getEpochSecond()), 0);
            return digest;
        }
    }
}
