package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.testing.ReservedPort;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A gateway with a directory that is killed again and again while three devices send, and its host, too: the store has all messages that were
 * acknowledged, exactly once and in order.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class KilledGatewayIT {
    private static final long SEED = Long.getLong("banip.faults.seed", 1);
    private static final int KILLS = Integer.getInteger("banip.kills", 6);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int MOST_MESSAGES = 12;

    /** The period of each group in milliseconds; 0 if its device has no clock. */
    private static final List<Integer> PERIODS = List.of(4, 100, 0);

    private static final List<SensorGroup> GROUPS = List.of(
            group("ecg", Frequency.ofHz(250)),
            group("temperature", Frequency.ofHz(10)),
            group("air", Frequency.ofHz(20)));

    @TempDir
    Path directory;

    private ReservedPort hostPort;
    private ReservedPort httpPort;
    private ReservedPort mqttPort;
    private BanipProcess host;
    private BanipProcess gateway;

    private static SensorGroup group(String name, Frequency frequency) {
        return SensorGroup.live(name, frequency, List.of(new Channel("1", "1", 16, 0, 32_767, 0, 32_767)));
    }

    @BeforeEach
    void start() throws Exception {
        hostPort = new ReservedPort();
        httpPort = new ReservedPort();
        mqttPort = new ReservedPort();
        host = host();
        URI unused = host.awaitReady();
    }

    private BanipProcess host() throws IOException {
        return BanipProcess.start(directory, "host", "--port", "" + hostPort.number(), "--store", "store.db");
    }

    private BanipProcess gateway(String acknowledge, String spool) throws IOException {
        List<String> args = new ArrayList<>(List.of("gateway", "--wsb", "http://127.0.0.1:" + hostPort.number() + "/"));
        args.addAll(List.of("--http-port", "" + httpPort.number(), "--mqtt-port", "" + mqttPort.number()));
        args.addAll(List.of("--acknowledge", acknowledge));
        if (spool.equals("none")) { // only to see what is lost without it
            Path file = Files.writeString(directory.resolve("home-3.json"), description());
            args.addAll(List.of("--describe", file.toString()));
        } else {
            args.addAll(List.of("--spool", spool));
        }
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    @AfterEach
    void end() throws Exception {
        host.close();
        if (gateway != null) {
            gateway.close();
        }
        hostPort.close();
        httpPort.close();
        mqttPort.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"spool | gateway", "spool | gateway,sync=packet", "host | gateway"})
    void whatWasAcknowledgedIsStoredExactlyOnce(String acknowledge, String option) throws Exception {
        String spool = System.getProperty("banip.gateway.spool", option);
        Random random = new Random(SEED);
        gateway = gateway(acknowledge, spool);
        URI unused = gateway.awaitReady();
        describe();
        try (StubbornDevice board = new StubbornDevice.OfMqtt(
                        "board", random.nextLong(), mqttPort.number(), "banip/home-3/ecg", PERIODS.get(0));
                StubbornDevice logger = ofHttp("temperature", random.nextLong(), PERIODS.get(1));
                StubbornDevice box = ofHttp("air", random.nextLong(), PERIODS.get(2))) {
            List<StubbornDevice> devices = List.of(board, logger, box);
            devices.forEach(StubbornDevice::start);
            for (int kill = 0; kill < KILLS; kill++) {
                boolean away = acknowledge.equals("spool") && random.nextBoolean();
                changeHost(away);
                awaitMore(devices, 1 + random.nextInt(MOST_MESSAGES));
                gateway.kill();
                gateway = gateway(acknowledge, spool);
                unused = gateway.awaitReady();
            }
            changeHost(false);
            List<Integer> sets = new ArrayList<>();
            for (StubbornDevice device : devices) {
                sets.add(device.finish());
            }
            gateway.interrupt();
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            assertThat(gateway.printed()).contains("session ").doesNotContain("lost", "kept");
            assertStored(sets);
        }
    }

    @ParameterizedTest
    @CsvSource({"interrupt", "terminate"})
    void whatAnEndedGatewayCouldNotDeliverIsDeliveredByTheNextOne(String how) throws Exception {
        gateway = gateway("spool", "gateway");
        URI unused = gateway.awaitReady();
        describe();
        host.kill();
        try (StubbornDevice logger = ofHttp("temperature", SEED, PERIODS.get(1))) {
            logger.start();
            awaitMore(List.of(logger), 3);
            int sets = logger.finish();
            if (how.equals("interrupt")) {
                gateway.interrupt();
            } else {
                gateway.terminate();
            }
            int status = gateway.awaitExit();
            assertThat(status).as(gateway.said()).isIn(130, 143);
            assertThat(gateway.printed())
                    .containsPattern("kept in the spool's directory for the next start: [\\d,]+ sensor sets")
                    .doesNotContain("lost");
            changeHost(false);
            gateway = gateway("spool", "gateway");
            unused = gateway.awaitReady();
            gateway.interrupt(); // which delivers what is left
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            assertThat(gateway.printed()).doesNotContain("lost", "kept");
            assertStored(List.of(0, sets, 0));
        }
    }

    private StubbornDevice ofHttp(String group, long seed, int periodMillis) {
        URI to = URI.create("http://127.0.0.1:" + httpPort.number() + "/bans/home-3/groups/" + group + "/samples");
        return new StubbornDevice.OfHttp(group, seed, to, periodMillis);
    }

    /** A device describes the BAN once; the gateways that follow know it. */
    private void describe() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + httpPort.number() + "/bans/home-3"))
                .PUT(BodyPublishers.ofString(description()))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(204);
    }

    private static String description() {
        StringBuilder groups = new StringBuilder();
        for (SensorGroup group : GROUPS) {
            groups.append(groups.length() == 0 ? "" : ",")
                    .append("{\"name\": \"" + group.name() + "\", \"frequencyHz\": \"" + group.frequency()
                            + "\", \"serviceClass\": \"live\", \"latencyBoundMillis\": "
                            + group.latencyBound().toMillis()
                            + ", \"channels\": [{\"label\": \"1\", \"unit\": \"1\", \"bits\": 16, \"digitalMin\": 0, "
                            + "\"digitalMax\": 32767, \"physicalMin\": 0, \"physicalMax\": 32767}]}");
        }
        return "{\"id\": \"home-3\", \"groups\": [" + groups + "]}";
    }

    private void changeHost(boolean away) throws IOException {
        host.kill();
        if (!away) {
            host = host();
            URI unused = host.awaitReady();
        }
    }

    private static void awaitMore(List<StubbornDevice> devices, int messages) {
        List<Integer> before =
                devices.stream().map(StubbornDevice::acknowledged).toList();
        await("the gateway takes messages")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    boolean all = true;
                    for (int d = 0; d < devices.size(); d++) {
                        all &= devices.get(d).acknowledged() >= before.get(d) + messages;
                    }
                    return all;
                });
    }

    private void assertStored(List<Integer> sets) throws Exception {
        SensorSetDigest sent = new SensorSetDigest(GROUPS);
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            List<InterconnectRecord> all = store.interconnects();
            assertThat(counts(store, all))
                    .as("sensor sets of each group in all sessions")
                    .isEqualTo(sets);
            assertThat(all).as("one session").hasSize(1);
            StoredRecording recording = new StoredRecording(store, all.get(0), Transcoders.installed());
            for (int g = 0; g < GROUPS.size(); g++) {
                boolean timed = PERIODS.get(g) > 0;
                Numbers numbers = new Numbers(GROUPS.get(g), timed);
                recording.read(g, numbers);
                assertThat(numbers.next)
                        .as("sensor sets of %s; seed %d", GROUPS.get(g).name(), SEED)
                        .isEqualTo(sets.get(g));
                if (timed) {
                    digest(sent, g, sets.get(g));
                }
            }
            assertExported(all.get(0).session().toString(), sent, sets);
        }
    }

    private static List<Integer> counts(Store store, List<InterconnectRecord> sessions) {
        List<Integer> counts = new ArrayList<>();
        for (int g = 0; g < GROUPS.size(); g++) {
            AtomicInteger count = new AtomicInteger();
            for (InterconnectRecord session : sessions) {
                new StoredRecording(store, session, Transcoders.installed())
                        .read(g, block -> count.addAndGet(block.unitCount()));
            }
            counts.add(count.get());
        }
        return counts;
    }

    private static void digest(SensorSetDigest sent, int group, int count) {
        byte[] bytes = new byte[2 * count];
        SampleLayout layout = new SampleLayout(GROUPS.get(group));
        for (int set = 0; set < count; set++) {
            layout.write(bytes, set * layout.setBytes(), 0, set % StubbornDevice.VALUES);
        }
        if (count > 0) {
            sent.update(group, bytes, 0, count, StubbornDevice.BEGIN_SECONDS * 1_000_000_000L, 0);
        }
    }

    private void assertExported(String session, SensorSetDigest sent, List<Integer> sets) throws Exception {
        try (BanipProcess export =
                BanipProcess.start(directory, "export", "--store", "store.db", "--out", "out", "--session", session)) {
            assertThat(export.awaitExit()).as(export.said()).isZero();
            Stream.of(0, 1)
                    .filter(g -> sets.get(g) > 0)
                    .forEach(g -> assertThat(printed(export)).contains("sha256 " + sent.hex(g)));
        }
    }

    private static String printed(BanipProcess export) {
        try {
            return export.printed();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Checks that each sensor set has the number that follows that of the one before, and its device's time if that has a clock. */
    private static final class Numbers implements RecordingVisitor {
        private final SensorGroup group;
        private final boolean timed;
        private int next;

        Numbers(SensorGroup group, boolean timed) {
            this.group = group;
            this.timed = timed;
        }

        @Override
        public void sets(Block block) {
            SampleLayout layout = new SampleLayout(group);
            for (int set = 0; set < block.unitCount(); set++) {
                assertThat(layout.read(block.bytes(), set * layout.setBytes(), 0))
                        .as("value of sensor set %d of %s; seed %d", next, group.name(), SEED)
                        .isEqualTo(next % StubbornDevice.VALUES);
                if (timed) {
                    long nanos = group.frequency().instantNanos(block.originNanos(), block.firstUnit() + set);
                    assertThat(nanos)
                            .isEqualTo(StubbornDevice.BEGIN_SECONDS * 1_000_000_000L
                                    + group.frequency().nanosOfUnit(next));
                }
                next++;
            }
        }

        @Override
        public void gap(Gap gap) {
            assertThat(timed)
                    .as("a gap of %s from unit %d on; seed %d", group.name(), gap.firstUnit(), SEED)
                    .isFalse();
        }
    }
}
