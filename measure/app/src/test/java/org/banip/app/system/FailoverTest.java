package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.testing.ReservedPort;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An MBU with two brokers, one of which ends: brokers of one host, and brokers of hosts that have stores of their own. */
@Timeout(300)
class FailoverTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String BAN = "ban-17";
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 16, -32768, 32767, -10, 10)));
    private static final String PASSWORD = "correct horse";
    private static final int UNITS = 1_000;

    @TempDir
    private Path directory;

    private final List<MbuEvent> events = new CopyOnWriteArrayList<>();
    private int offered;

    @BeforeEach
    void password() throws Exception {
        new PasswordFile(directory.resolve("passwords")).set(BAN, PASSWORD.toCharArray(), 4);
    }

    @Test
    void goesOnInTheSameSessionThroughAnotherBrokerOfTheHost() throws Exception {
        Path file = directory.resolve("banip.db");
        try (Site site = new Site(file);
                WirelessServiceBroker second = site.anotherBroker(0)) {
            URI former = site.broker.uri();
            try (MobileBaseUnit mbu =
                    builder(Duration.ZERO).brokers(former, second.uri()).start()) {
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);
                assertThat(mbu.status().broker()).contains(former);

                offer(mbu);
                site.broker.stop();
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);

                assertThat(mbu.status().broker()).contains(second.uri());
                assertThat(site.host.statistics().interconnects()).isOne();
                assertThat(changes()).hasSize(2);
                assertThat(changes().get(1).from()).contains(former);
            }
        }
        assertThat(stored(file)).isEqualTo(List.of(units(0, 3 * UNITS)));
    }

    @Test
    void twoPathsChangeTheBrokerTogether() throws Exception {
        Path file = directory.resolve("banip.db");
        try (Site site = new Site(file);
                WirelessServiceBroker second = site.anotherBroker(0)) {
            try (MobileBaseUnit mbu = builder(Duration.ZERO)
                    .brokers(site.broker.uri(), second.uri())
                    .path(PathSettings.named("wifi"))
                    .path(PathSettings.named("lte"))
                    .start()) {
                offer(mbu);
                site.broker.stop();
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);
                await("both paths are connected")
                        .atMost(PATIENCE)
                        .until(() -> mbu.status().paths().stream().allMatch(path -> path.connected()));
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);
                assertThat(mbu.status().broker()).contains(second.uri());
            }
        }
        assertThat(stored(file)).isEqualTo(List.of(units(0, 3 * UNITS)));
    }

    @Test
    void eachStoreOfTwoDeclaresWhatTheOtherOneHas() throws Exception {
        Path fileA = directory.resolve("a.db");
        Path fileB = directory.resolve("b.db");
        try (Site a = new Site(fileA);
                Site b = new Site(fileB)) {
            URI atA = a.broker.uri();
            try (MobileBaseUnit mbu =
                    builder(Duration.ofMillis(300)).brokers(atA, b.broker.uri()).start()) {
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);

                a.broker.stop();
                awaitBroker(mbu, b.broker.uri());
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);

                try (WirelessServiceBroker again = a.anotherBroker(atA.getPort())) {
                    awaitBroker(mbu, again.uri());
                    offer(mbu);
                    mbu.awaitDelivered(PATIENCE);
                    assertThat(mbu.status().groups().get(0).unitsAcknowledged()).isEqualTo(3 * UNITS);
                    mbu.close(PATIENCE); // before its broker, because otherwise the MBU might still go to the other one
                }
            }
        }
        assertThat(stored(fileA)).isEqualTo(List.of(units(0, UNITS), "gap " + UNITS, units(2 * UNITS, 3 * UNITS)));
        assertThat(stored(fileB)).isEqualTo(List.of("gap " + UNITS, units(UNITS, 2 * UNITS)));
        assertThat(events)
                .filteredOn(event -> event instanceof MbuEvent.SessionBegun)
                .isEmpty();
    }

    /** What was under way, or not encoded for the other store, is in the first store or in a gap of the second one, and nowhere twice. */
    @Test
    void whatIsUnderWayWhenABrokerEndsIsStoredOnceOrDeclared() throws Exception {
        Path fileA = directory.resolve("a.db");
        Path fileB = directory.resolve("b.db");
        try (Site a = new Site(fileA);
                Site b = new Site(fileB)) {
            try (MobileBaseUnit mbu = builder(Duration.ZERO)
                    .chain("packetizer(units=10)|auto")
                    .brokers(a.broker.uri(), b.broker.uri())
                    .start()) {
                for (int n = 0; n < 10; n++) {
                    offer(mbu);
                    if (n == 4) {
                        await("A has stored something")
                                .atMost(PATIENCE)
                                .until(() -> mbu.status().groups().get(0).unitsAcknowledged() > 0);
                        a.broker.stop();
                    }
                }
                mbu.awaitDelivered(PATIENCE);
                assertThat(mbu.status().broker()).contains(b.broker.uri());
            }
        }
        int endOfA = lengthOf(stored(fileA));
        List<String> inB = stored(fileB);
        assertThat(lengthOf(inB)).as("all of the signal has a place, %s", inB).isEqualTo(10 * UNITS);
        assertThat(inB.get(0)).startsWith("gap ");
        assertThat(lengthOf(List.of(inB.get(0))))
                .as("the gap covers what A has acknowledged")
                .isLessThanOrEqualTo(10 * UNITS);
        assertThat(endOfA).isPositive();
        assertThat(inB).hasSizeLessThanOrEqualTo(2);
    }

    private List<MbuEvent.BrokerChanged> changes() {
        List<MbuEvent.BrokerChanged> found = new ArrayList<>();
        await("two changes").atMost(PATIENCE).until(() -> {
            found.clear();
            events.forEach(event -> {
                if (event instanceof MbuEvent.BrokerChanged change) {
                    found.add(change);
                }
            });
            return found.size() > 1;
        });
        return found;
    }

    private static void awaitBroker(MobileBaseUnit mbu, URI broker) {
        await("at " + broker).atMost(PATIENCE).until(() -> mbu.status().broker().equals(Optional.of(broker)));
    }

    /** A host with a store of its own, and a broker. */
    private final class Site implements AutoCloseable {
        final SurrogateHost host;
        final WirelessServiceBroker broker;
        private final HostServer server;
        private final ReservedPort reserved = new ReservedPort();

        Site(Path file) throws Exception {
            host = SurrogateHost.builder(JdbcStore.open(file))
                    .transcoders(Transcoders.installed())
                    .build();
            server = HostServer.start(host, HostServerSettings.loopback());
            broker = anotherBroker(reserved.number());
        }

        WirelessServiceBroker anotherBroker(int port) {
            return WirelessServiceBroker.builder()
                    .configuration(BrokerConfiguration.builder()
                            .surrogateHost(server.baseUri())
                            .passwordFile(directory.resolve("passwords"))
                            .build())
                    .listen("127.0.0.1", port)
                    .start();
        }

        @Override
        public void close() throws IOException {
            broker.stop();
            server.close();
            host.close();
            reserved.close();
        }
    }

    private MobileBaseUnitBuilder builder(Duration returnAfter) {
        return MobileBaseUnit.builder()
                .failover(new FailoverSettings(
                        Duration.ofSeconds(5), // the first one listed is the nearest
                        Duration.ofMillis(200),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(100),
                        returnAfter))
                .reconnect(new ReconnectSettings(Duration.ofMillis(20), Duration.ofMillis(200)))
                .credentials(Credentials.basic(BAN, PASSWORD))
                .ban(BAN)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .listener(events::add)
                .closeTimeout(Duration.ofSeconds(5));
    }

    private void offer(MobileBaseUnit mbu) {
        int[] samples = new int[UNITS];
        for (int i = 0; i < UNITS; i++) {
            samples[i] = offered++;
        }
        assertThat(mbu.input("ecg").offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    private static String units(int from, int to) {
        return "units " + from + " to " + to;
    }

    private static int lengthOf(List<String> parts) {
        String last = parts.get(parts.size() - 1);
        return last.startsWith("gap ")
                ? Integer.parseInt(last.substring(4))
                : Integer.parseInt(last.substring(last.lastIndexOf(' ') + 1));
    }

    /** The sensor sets, whose samples count from 0, and the gaps between them, as the store has them. */
    private static List<String> stored(Path file) {
        try (Store store = JdbcStore.openForReading(file)) {
            assertThat(store.interconnects()).hasSize(1);
            Parts parts = new Parts();
            new StoredRecording(store, store.interconnects().get(0), Transcoders.installed()).read(0, parts);
            return parts.all();
        }
    }

    private static final class Parts implements RecordingVisitor {
        private final List<String> done = new ArrayList<>();
        private int from = -1;
        private int next = -1;
        private long missing;

        @Override
        public void sets(Block block) {
            for (int u = 0; u < block.unitCount(); u++) {
                int value = (block.bytes()[2 * u] & 0xFF) | block.bytes()[2 * u + 1] << 8;
                if (value != next || missing > 0) {
                    end();
                    from = value;
                }
                next = value + 1;
            }
        }

        @Override
        public void gap(Gap gap) {
            if (from >= 0) {
                end();
            }
            missing += gap.unitCount();
        }

        private void end() {
            if (missing > 0) {
                done.add("gap " + missing);
            }
            if (from >= 0) {
                done.add(units(from, next));
            }
            missing = 0;
            from = -1;
        }

        List<String> all() {
            end();
            return done;
        }
    }
}
