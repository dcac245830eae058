package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.alerts.AlertRules;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.app.source.RecordedSensor;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.ReservedPort;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.Sensor;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.Recordings;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.detection.BanFinding;
import org.banip.surrogate.detection.BanFindings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Detectors on MBU and host, with a real and a generated ECG over real sockets. */
@Timeout(300)
class FindingsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SECOND = 1_000_000_000L;
    private static final long NOON = 1_795_215_600L * SECOND;
    private static final int HERTZ = 250;
    /** The generated heart stops here, and beats again 8 s later. */
    private static final int STOPS = 20;

    private static final int BEATS_AGAIN = 28;
    private static final int LENGTH = 34;

    @TempDir
    private Path directory;

    private final List<BanFinding> atHost = new CopyOnWriteArrayList<>();
    /** What holds at the beginning of a watch. */
    private final Map<BanFinding.By, List<Finding>> holding = new ConcurrentHashMap<>();

    private final List<Finding> atMbu = new CopyOnWriteArrayList<>();

    private final class Running implements AutoCloseable {
        private final SurrogateHost host;
        private final HostServer server;

        Running(int port, AlertRules rules) {
            host = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                    .surrogateType(new Watching())
                    .detectors(() -> rules)
                    .findings(new BanFindings() {
                        @Override
                        public void found(BanFinding finding) {
                            atHost.add(finding);
                        }

                        @Override
                        public void watching(String ban, UUID session, BanFinding.By by, List<BanFinding> those) {
                            holding.put(
                                    by, those.stream().map(BanFinding::finding).toList());
                        }
                    })
                    .build();
            server = HostServer.start(
                    host,
                    HostServerSettings.builder().address("127.0.0.1", port).build());
        }

        @Override
        public void close() {
            server.close();
            host.close();
        }
    }

    private static AlertRules rules(String group, String lead, String more) {
        return AlertRules.parse(
                "{\"detectors\":[{\"name\":\"heart\",\"kind\":\"heart-rate\",\"group\":\"" + group
                        + "\",\"channels\":[\"" + lead + "\"]" + more + "}]}",
                "test");
    }

    private MobileBaseUnitBuilder mbu(int port, AlertRules rules) {
        return MobileBaseUnit.builder()
                .broker(URI.create("http://127.0.0.1:" + port + "/"))
                .ban("ban-17")
                .origin(Instant.ofEpochSecond(0, NOON))
                .speed(MobileBaseUnit.UNPACED)
                .detectors(rules, atMbu::add)
                .startTimeout(Duration.ZERO)
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                .closeTimeout(PATIENCE);
    }

    private List<Finding> by(BanFinding.By by) {
        return atHost.stream()
                .filter(found -> found.by() == by && !found.again())
                .map(BanFinding::finding)
                .toList();
    }

    @Test
    void mbuAndHostFindTheSameInARealRecordAsADetectorThatReadsIt() throws Exception {
        RecordedGroup record =
                Recordings.open(RealRecordings.named("100.hea")).groups().get(0);
        AlertRules rules = rules(record.group().name(), "MLII", ",\"above\":80,\"lastingMillis\":2000");
        List<Finding> expected = new ArrayList<>();
        GroupWatch watch = rules.watch(record.group(), expected::add);
        Block block = new Block(4096);
        long unit = 0;
        try (RecordedSensor sensor = new RecordedSensor(record.open())) {
            for (int read = sensor.read(block, 1000); read > 0; read = sensor.read(block, 1000)) {
                watch.sensorSets(block.bytes(), 0, read, NOON, unit);
                unit += read;
                block.clear();
            }
        }
        assertThat(expected).hasSizeGreaterThan(10);
        try (Running host = new Running(0, rules);
                MobileBaseUnit mbu = mbu(host.server.baseUri().getPort(), rules)
                        .sensor(new RecordedSensor(record.open()))
                        .start()) {
            mbu.awaitDelivered(PATIENCE);
            await().atMost(PATIENCE).until(() -> by(BanFinding.By.MBU).size() >= expected.size());
            await().atMost(PATIENCE).until(() -> by(BanFinding.By.HOST).size() >= expected.size());
            assertThat(atMbu).isEqualTo(expected);
            assertThat(by(BanFinding.By.HOST)).isEqualTo(expected);
            assertThat(by(BanFinding.By.MBU)).isEqualTo(expected);
            assertThat(atHost).allSatisfy(found -> {
                assertThat(found.ban()).isEqualTo("ban-17");
                assertThat(found.session()).isEqualTo(mbu.status().session());
            });
        }
    }

    /** A generated ECG that is flat for some seconds. */
    private static final class StoppingHeart implements Sensor {
        private final GeneratedEcg ecg = new GeneratedEcg(
                EcgSettings.builder().units((long) LENGTH * HERTZ).noise(0.01).build());
        private final int beatsAgain;
        private long unit;

        StoppingHeart(int beatsAgain) {
            this.beatsAgain = beatsAgain;
        }

        @Override
        public SensorGroup group() {
            return ecg.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            int from = into.length();
            int read = ecg.read(into, maxUnits);
            int setBytes = group().setBytes();
            for (int i = 0; i < read; i++, unit++) {
                if (unit >= (long) STOPS * HERTZ && unit < (long) beatsAgain * HERTZ) {
                    Arrays.fill(into.bytes(), from + i * setBytes, from + (i + 1) * setBytes, (byte) 0);
                }
            }
            return read;
        }

        @Override
        public void close() {
            ecg.close();
        }
    }

    @Test
    void generatedAsystoleIsFoundOnTheMbuWithoutALinkAndOnTheHostOnceThereIsOne() throws Exception {
        AlertRules rules = rules("ecg", "II", "");
        try (ReservedPort reserved = new ReservedPort();
                MobileBaseUnit mbu = mbu(reserved.number(), rules)
                        .sensor(new StoppingHeart(BEATS_AGAIN))
                        .start()) {
            await().atMost(PATIENCE).until(() -> atMbu.size() == 2);
            assertThat(mbu.status().groups().get(0).unitsAcknowledged()).isZero();
            assertThat(atMbu).extracting(Finding::kind).containsOnly("asystole");
            Finding begin = atMbu.get(0);
            assertThat(begin.begins()).isTrue();
            assertThat(begin.sinceNanos()).isBetween(NOON + (STOPS - 2) * SECOND, NOON + STOPS * SECOND);
            assertThat(begin.atNanos() - begin.sinceNanos()).isBetween(4 * SECOND, 5 * SECOND);
            assertThat(atMbu.get(1).atNanos()).isBetween(NOON + BEATS_AGAIN * SECOND, NOON + LENGTH * SECOND);

            try (Running host = new Running(reserved.number(), rules)) {
                assertThat(host.server.baseUri().getPort()).isEqualTo(reserved.number());
                mbu.awaitDelivered(PATIENCE);
                await().atMost(PATIENCE).until(() -> atHost.size() == 4);
                assertThat(by(BanFinding.By.HOST)).isEqualTo(atMbu);
                assertThat(by(BanFinding.By.MBU)).isEqualTo(atMbu);
            }
            atHost.clear();
            try (Running restarted = new Running(reserved.number(), rules)) {
                assertThat(restarted.server.baseUri().getPort()).isEqualTo(reserved.number());
                await().atMost(PATIENCE).until(() -> atHost.size() == 4);
                assertThat(atHost).allMatch(BanFinding::again);
                assertThat(atHost).extracting(BanFinding::finding).containsAll(atMbu);
            }
        }
    }

    /** The MBU told it before the restart and tells it no second time. */
    @Test
    void whatHoldsOnMbuAndHostIsKnownAfterARestart() throws Exception {
        AlertRules rules = rules("ecg", "II", "");
        try (ReservedPort reserved = new ReservedPort();
                MobileBaseUnit mbu = mbu(reserved.number(), rules)
                        .sensor(new StoppingHeart(LENGTH))
                        .start()) {
            try (Running host = new Running(reserved.number(), rules)) {
                assertThat(host.server.baseUri().getPort()).isEqualTo(reserved.number());
                mbu.awaitDelivered(PATIENCE);
                await().atMost(PATIENCE).until(() -> atHost.size() == 2);
                assertThat(holding).containsOnlyKeys(BanFinding.By.HOST, BanFinding.By.MBU);
                assertThat(holding.values()).allMatch(List::isEmpty);
            }
            holding.clear();
            try (Running restarted = new Running(reserved.number(), rules)) {
                assertThat(restarted.server.baseUri().getPort()).isEqualTo(reserved.number());
                await().atMost(PATIENCE).until(() -> holding.size() == 2);
                assertThat(holding.get(BanFinding.By.HOST)).isEqualTo(atMbu);
                assertThat(holding.get(BanFinding.By.MBU)).isEqualTo(atMbu);
                assertThat(atMbu).hasSize(1);
            }
        }
    }

    /** The example of docs/alerts.md. */
    private static final class Watching implements SurrogateProvider {
        @Override
        public String name() {
            return "watching";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    BanDescription ban = context.handle().description().ban();
                    AlertRules rules = rules("ecg", "II", "").fitting(ban, System.err::println);
                    List<GroupWatch> watches = new ArrayList<>();
                    ban.groups()
                            .forEach(group -> watches.add(rules.watch(group, finding -> context.tell(finding.line()))));
                    context.subscribe(new SurrogateListener() {
                        @Override
                        public void delivered(SensorData data) {
                            PacketHeader packet = data.header();
                            watches.get(packet.group())
                                    .sensorSets(
                                            data.toByteArray(),
                                            0,
                                            data.unitCount(),
                                            packet.originNanos(),
                                            packet.firstUnit());
                        }

                        @Override
                        public void gap(SurrogateDescription surrogate, Gap gap) {
                            watches.get(gap.group())
                                    .gap(gap.originNanos(), gap.firstUnit(), gap.unitCount(), gap.reason());
                        }
                    });
                }

                @Override
                public void deactivate() {}
            });
        }
    }

    @Test
    void aSurrogateTypeMayHaveDetectorsOfItsOwn() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (Running host = new Running(0, AlertRules.NONE)) {
            host.host.subscribe("test", new SurrogateListener() {
                @Override
                public void delivered(SensorData data) {}

                @Override
                public void told(SurrogateDescription surrogate, long atNanos, String text) {
                    told.add(text);
                }
            });
            try (MobileBaseUnit mbu = mbu(host.server.baseUri().getPort(), AlertRules.NONE)
                    .surrogateType("watching")
                    .sensor(new StoppingHeart(BEATS_AGAIN))
                    .start()) {
                mbu.awaitDelivered(PATIENCE);
                await().atMost(PATIENCE).until(() -> told.size() == 2);
            }
        }
        assertThat(told.get(0)).startsWith("heart: II asystole begins (high), 4.");
        assertThat(told.get(1)).startsWith("heart: II asystole ends (high), ");
        assertThat(atHost).isEmpty();
    }
}
