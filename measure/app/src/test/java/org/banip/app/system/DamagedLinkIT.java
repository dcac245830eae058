package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntPredicate;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.DamagingRelay;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bits that flip on the way between the MBU and the broker, on plain HTTP, in heads, registrations, frames and answers: the MBU never gives up, and
 * the store is exact. For seconds; {@code -Dbanip.damage.seconds=600} makes it ten minutes with a flip every three seconds on average.
 */
@Timeout(3600)
@Execution(ExecutionMode.CONCURRENT)
class DamagedLinkIT {
    private static final Logger LOG = LoggerFactory.getLogger(DamagedLinkIT.class);
    private static final String LOOPBACK = "127.0.0.1";
    private static final String PASSWORD = "a good password";
    private static final int SECONDS = Integer.getInteger("banip.damage.seconds", 10);
    private static final double MEAN_NANOS = SECONDS > 60 ? 3e9 : 1e9;
    private static final long PAUSE_NANOS = 1_000_000_000L;
    private static final long UNITS = SECONDS * 360L;
    private static final EcgSettings ECG = EcgSettings.builder()
            .frequency(Frequency.ofHz(360))
            .units(UNITS)
            .seed(16)
            .build();
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    private final List<MbuEvent> events = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"per-request", "persistent", "chunked"})
    void aDamagedByteIsNeverFinalAndTheStoreIsExact(String uplink) throws Exception {
        Path stored = directory.resolve("banip.db");
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(stored))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server);
                DamagingRelay relay = new DamagingRelay(broker.uri(), nowAndThen(), false);
                MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(relay.base())
                        .credentials(Credentials.basic("ban-17", PASSWORD))
                        .ban("ban-17")
                        .uplink(uplink)
                        .sensor(new GeneratedEcg(ECG))
                        .startTimeout(Duration.ZERO)
                        .listener(events::add)
                        .start()) {
            mbu.awaitDelivered(Duration.ofSeconds(SECONDS).plus(PATIENCE));
            GroupStatus ecg = mbu.status().groups().get(0);
            LOG.info(
                    "{}: {} units through {} flipped bits, {} sent again, {}",
                    uplink,
                    ecg.unitsAcknowledged(),
                    relay.flips(),
                    ecg.retransmissions(),
                    mbu.status().link());
            assertThat(relay.flips()).as("flipped bits").isPositive();
            assertThat(ecg.unitsInGaps()).isZero();
        }
        assertThat(events).noneMatch(MbuEvent.Failed.class::isInstance);
        assertStored(stored);
    }

    /** Bits flip while bytes flow: an instant that falls into a pause harms nothing, so it does not wait for the next bytes. */
    private static IntPredicate nowAndThen() {
        Random random = new Random(16);
        long[] next = {System.nanoTime()};
        long[] last = {System.nanoTime()};
        return bytes -> {
            long now = System.nanoTime();
            boolean paused = now - last[0] > PAUSE_NANOS;
            boolean due = now >= next[0];
            if (due) {
                next[0] = now + (long) (random.nextDouble() * 2 * MEAN_NANOS);
            }
            last[0] = now;
            return due && !paused;
        };
    }

    private WirelessServiceBroker broker(HostServer server) {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("ban-17", PASSWORD.toCharArray(), 4);
        BrokerConfiguration configuration = BrokerConfiguration.builder()
                .surrogateHost(server.baseUri())
                .passwordFile(passwords)
                .build();
        return WirelessServiceBroker.builder()
                .configuration(configuration)
                .listen(LOOPBACK, 0)
                .start();
    }

    private static void assertStored(Path file) {
        try (Store store = JdbcStore.openForReading(file)) {
            List<InterconnectRecord> sessions = store.interconnects();
            assertThat(sessions).hasSize(1);
            StoredRecording recording = new StoredRecording(store, sessions.get(0), Transcoders.installed());
            ByteArrayOutputStream sets = new ByteArrayOutputStream();
            recording.read(0, block -> sets.write(block.bytes(), 0, block.length()));
            assertThat(sets.toByteArray()).isEqualTo(expected());
        }
    }

    private static byte[] expected() {
        Block block = new Block(4096);
        try (GeneratedEcg ecg = new GeneratedEcg(ECG)) {
            while (ecg.read(block, 4096) > 0) {
                // appends
            }
        }
        return Arrays.copyOf(block.bytes(), block.length());
    }
}
