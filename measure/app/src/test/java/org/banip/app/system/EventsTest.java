package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Terminal;
import org.banip.app.watch.HostViewer;
import org.banip.app.watch.LiveStream;
import org.banip.app.watch.SampleRows;
import org.banip.app.watch.WatchView;
import org.banip.app.watch.Watched;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.testing.ReservedPort;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.recordings.WfdbAnnotation;
import org.banip.recordings.WfdbAnnotations;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.recordings.export.WfdbExport;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events from an MBU over real sockets to the store, its export and a viewer. */
@Timeout(300)
class EventsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long NOON = TimeUnit.SECONDS.toNanos(1_795_215_600L);
    private static final List<Channel> CHANNELS =
            List.of(new Channel("kind", "", 8, 0, 100, 0, 100), new Channel("value", "mV", 16, -1000, 1000, -10, 10));
    private static final SensorGroup ALERTS = SensorGroup.alarms("alerts", 40, CHANNELS);
    private static final SensorGroup BUTTON = new SensorGroup(
                    "button",
                    Frequency.ofHz(1),
                    ServiceClass.BULK,
                    Duration.ofSeconds(60),
                    List.of(new Channel("pressed", "", 1, 0, 1, 0, 1)))
            .withEvents(0);
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(250), List.of(new Channel("II", "mV", 12, -2048, 2047, -5, 5)));

    @TempDir
    Path directory;

    /** A host and its server. */
    private static final class Running implements AutoCloseable {
        private final SurrogateHost host;
        private final HostServer server;
        private boolean closed;

        Running(Path store, int port, Transcoders known) {
            host = SurrogateHost.builder(JdbcStore.open(store))
                    .transcoders(known)
                    .build();
            server = HostServer.start(
                    host,
                    HostServerSettings.builder().address("127.0.0.1", port).build());
        }

        URI baseUri() {
            return server.baseUri();
        }

        /** Before its time. */
        void end() {
            close();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                server.close();
                host.close();
            }
        }
    }

    private Running start(String store, int port, Transcoders known) {
        return new Running(directory.resolve(store), port, known);
    }

    private static MobileBaseUnitBuilder mbu(Running host) {
        return MobileBaseUnit.builder()
                .broker(host.baseUri())
                .ban("ban-17")
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                .closeTimeout(PATIENCE);
    }

    private static EventInput.Event event(long nanos, String text, Integer... samples) {
        return new EventInput.Event(nanos, text, List.of(samples));
    }

    /** The digest of events as they were offered. */
    private static SensorSetDigest digest(SensorGroup group, List<EventInput.Event> events) {
        SampleLayout layout = new SampleLayout(group);
        SensorSetDigest digest = new SensorSetDigest(List.of(group));
        byte[] unit = new byte[layout.setBytes()];
        for (EventInput.Event event : events) {
            layout.writeInstant(unit, 0, event.instantNanos());
            for (int channel = 0; channel < layout.channels(); channel++) {
                layout.write(unit, 0, channel, event.samples().get(channel));
            }
            layout.writeText(unit, 0, event.text());
            digest.update(0, unit, 0, 1, 0, 0);
        }
        return digest;
    }

    private static void deliver(EventInput input, List<EventInput.Event> events) {
        assertThat(input.offerAll(events)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    @Test
    void whatIsStoredIsWhatWasOfferedInEveryServiceClassBesideSamples() throws Exception {
        long seed = System.nanoTime();
        System.out.println("EventsTest seed " + seed);
        Random random = new Random(seed);
        List<EventInput.Event> alerts = new ArrayList<>();
        List<EventInput.Event> presses = new ArrayList<>();
        try (Running host = start("all.db", 0, Transcoders.installed())) {
            try (MobileBaseUnit mbu =
                    mbu(host).input(ECG).events(ALERTS).events(BUTTON).start()) {
                for (int round = 0; round < 200; round++) {
                    mbu.input("ecg").offerNext(round, -round);
                    List<EventInput.Event> some = new ArrayList<>();
                    for (int i = random.nextInt(4); i >= 0; i--) {
                        // Instants of any order, several with the same one.
                        some.add(event(
                                NOON + random.nextInt(5000) * 1_000_003L,
                                "fäll " + round,
                                i,
                                random.nextInt(2000) - 1000));
                    }
                    deliver(mbu.events("alerts"), some);
                    alerts.addAll(some);
                    List<EventInput.Event> press = List.of(event(NOON - round, "", round % 2));
                    deliver(mbu.events("button"), press);
                    presses.addAll(press);
                }
                mbu.awaitDelivered(PATIENCE);
                assertThat(mbu.status().groups().get(1).unitsAcknowledged()).isEqualTo(alerts.size());
            }
        }
        try (Store store = JdbcStore.openForReading(directory.resolve("all.db"))) {
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            SensorSetDigest stored = recording.digest();
            assertThat(stored.sets(0)).isEqualTo(400);
            assertThat(stored.hex(1)).isEqualTo(digest(ALERTS, alerts).hex(0));
            assertThat(stored.hex(2)).isEqualTo(digest(BUTTON, presses).hex(0));
        }
    }

    @Test
    void exportIsARowForEachEventWithItsInstantAndText() throws Exception {
        try (Running host = start("csv.db", 0, Transcoders.installed())) {
            try (MobileBaseUnit mbu = mbu(host).events(ALERTS).events(BUTTON).start()) {
                Instant noon = Instant.ofEpochSecond(0, NOON);
                mbu.events("alerts").offer(noon, "=fall, \"hard\"", 3, 100);
                mbu.events("alerts").offer(noon.plusMillis(5), "two\nlines", 4, -100);
                mbu.events("alerts").offer(noon.minusNanos(1), "", 5, 0);
                mbu.events("button").offer(noon, "", 1);
                mbu.awaitDelivered(PATIENCE);
            }
        }
        try (Store store = JdbcStore.openForReading(directory.resolve("csv.db"))) {
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            new CsvExport().write(recording, new ExportTarget(directory, "x", false, (group, sets) -> {}));
        }
        assertThat(Files.readString(directory.resolve("x_alerts.csv")))
                .isEqualTo("time,kind,value[mV],text\n" + "2026-11-20T23:00:00Z,3,1,\"'=fall, \"\"hard\"\"\"\n"
                        + "2026-11-20T23:00:00.005Z,4,-1,\"two\nlines\"\n" + "2026-11-20T22:59:59.999999999Z,5,0,\n");
        assertThat(Files.readString(directory.resolve("x_button.csv")))
                .isEqualTo("time,pressed\n2026-11-20T23:00:00Z,1\n");
    }

    @Test
    void annotationsStandBesideTheirSignals() throws Exception {
        SensorGroup marks = new SensorGroup(
                        "marks-1",
                        Frequency.ofHz(10),
                        ServiceClass.BULK,
                        Duration.ofSeconds(10),
                        List.of(new Channel("code", "", 8, 0, 49, 0, 49), new Channel("level", "mV", 8, 0, 100, 0, 1)))
                .withEvents(10);
        try (Running host = start("wfdb.db", 0, Transcoders.installed())) {
            try (MobileBaseUnit mbu = mbu(host).input(ECG).events(marks).start()) {
                mbu.input("ecg").offerAt(NOON, new int[500]);
                mbu.events("marks-1").offer(Instant.ofEpochSecond(0, NOON + 1_999_999_999L), "last", 1, 50);
                mbu.events("marks-1").offer(Instant.ofEpochSecond(0, NOON + 4_000_000L), "second", 28, 0);
                mbu.events("marks-1").offer(Instant.ofEpochSecond(0, NOON - 1), "before", 0, 0);
                mbu.events("marks-1").offer(Instant.ofEpochSecond(0, NOON + 2_000_000_000L), "behind", 2, 0);
                mbu.awaitDelivered(PATIENCE);
            }
        }
        ExportReport report;
        try (Store store = JdbcStore.openForReading(directory.resolve("wfdb.db"))) {
            report = new WfdbExport()
                    .write(
                            new StoredRecording(store, store.interconnects().get(0), Transcoders.installed()),
                            new ExportTarget(directory, "x", false, (group, sets) -> {}));
        }
        assertThat(report.files().stream().map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("x.dat", "x.hea", "x.marks1", "x_marks_1.atr", "x_marks_1.hea");
        assertThat(WfdbAnnotations.read(directory.resolve("x.marks1")))
                .containsExactly(
                        new WfdbAnnotation(1, 28, 0, 0, 0, "second level=0"),
                        new WfdbAnnotation(499, 1, 0, 0, 0, "last level=0.5"));
        assertThat(WfdbAnnotations.read(directory.resolve("x_marks_1.atr")))
                .containsExactly(
                        new WfdbAnnotation(1, 22, 0, 0, 0, "before code=0 level=0"),
                        new WfdbAnnotation(6, 28, 0, 0, 0, "second level=0"),
                        new WfdbAnnotation(2001, 1, 0, 0, 0, "last level=0.5"),
                        new WfdbAnnotation(2002, 2, 0, 0, 0, "behind level=0"));
        assertThat(Files.readAllLines(directory.resolve("x_marks_1.hea")).get(0))
                .isEqualTo("x_marks_1 0 1000 2003 22:59:59.998 20/11/2026");
    }

    @Test
    void viewersSeeEvents() throws Exception {
        StringWriter printed = new StringWriter();
        Watched watched = new Watched(Clock.systemUTC());
        try (Running host = start("live.db", 0, Transcoders.installed());
                MobileBaseUnit mbu = mbu(host).input(ECG).events(ALERTS).start();
                LiveStream stream = LiveStream.open(
                        new HostViewer(host.baseUri(), Optional.empty(), Optional.empty()),
                        mbu.status().session(),
                        "",
                        Reduction.NONE,
                        new SampleRows("alerts", new PrintWriter(printed), watched, line -> {}, () -> {}))) {
            await().atMost(PATIENCE).until(() -> printed.toString().startsWith("time,kind[],value[mV],text"));
            deliver(
                    mbu.events("alerts"),
                    List.of(event(NOON, "fall", 3, 100), event(NOON + 1_500_000_000L, "", 4, -1000)));
            await().atMost(PATIENCE).until(() -> printed.toString().lines().count() == 3);
            WatchView view = new WatchView("ban-17", mbu.status().session(), watched, System::nanoTime);
            assertThat(view.line()).contains("newest event: alerts: 2026-11-20T23:00:01.500Z  kind 4  value -10");
            assertThat(view.block(new Terminal.Size(80, 24)).toString()).contains("newest event: alerts");
            assertThat(stream.lastId()).isNotEmpty();
        }
        assertThat(printed.toString().lines().skip(1))
                .containsExactly(
                        "2026-11-20T23:00:00.000000000Z,3.0,1.000,fall", "2026-11-20T23:00:01.500000000Z,4.0,-10.000,");
    }

    @Test
    void aNewProcessGoesOnBehindADeclaredGap() throws Exception {
        Path spool = directory.resolve("spool");
        List<EventInput.Event> all = new ArrayList<>();
        try (ReservedPort reserved = new ReservedPort()) {
            try (Running host = start("spool.db", reserved.number(), Transcoders.installed())) {
                try (MobileBaseUnit mbu = mbu(host).spool(spool).events(ALERTS).start()) {
                    all.add(event(NOON, "stored", 1, 1));
                    deliver(mbu.events("alerts"), all);
                    mbu.awaitDelivered(PATIENCE);
                    host.end();
                    List<EventInput.Event> kept = List.of(event(NOON + 5, "kept", 2, 2), event(NOON + 4, "kept", 3, 3));
                    deliver(mbu.events("alerts"), kept);
                    all.addAll(kept);
                    await().atMost(PATIENCE)
                            .until(() -> mbu.status().groups().get(0).unitsEncoded() == 3);
                    mbu.close(Duration.ZERO);
                }
            }
            try (Running host = start("spool.db", reserved.number(), Transcoders.installed());
                    MobileBaseUnit mbu = mbu(host).spool(spool).events(ALERTS).start()) {
                List<EventInput.Event> later = List.of(event(NOON + 1, "later", 4, 4));
                deliver(mbu.events("alerts"), later);
                all.addAll(later);
                mbu.awaitDelivered(PATIENCE);
            }
        }
        try (Store store = JdbcStore.openForReading(directory.resolve("spool.db"))) {
            assertThat(store.interconnects()).hasSize(1);
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(recording.digest().hex(0)).isEqualTo(digest(ALERTS, all).hex(0));
            List<Gap> gaps = new ArrayList<>();
            recording.read(0, new RecordingVisitor() {
                @Override
                public void sets(Block block) {}

                @Override
                public void gap(Gap gap) {
                    gaps.add(gap);
                }
            });
            assertThat(gaps).singleElement().satisfies(gap -> {
                assertThat(gap.unitCount()).isEqualTo(1);
                assertThat(gap.reason()).isEqualTo(Gap.Reason.SENSOR_SILENT);
            });
        }
    }

    /** A host of a version that does not know events ignores the field, and lacks the component. */
    @Test
    void anOldHostRefusesWithAClearError() {
        Transcoders old = new Transcoders(Transcoders.installed().all().stream()
                .filter(provider -> !provider.name().equals("events"))
                .toList());
        try (Running host = start("old.db", 0, old)) {
            assertThatThrownBy(() -> mbu(host).input(ECG).events(ALERTS).start())
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                    .hasMessageContaining("events");
            try (MobileBaseUnit without = mbu(host).input(ECG).start()) {
                without.input("ecg").offerNext(1);
                assertThat(without.status().groups()).hasSize(1);
            }
        }
    }

    @Test
    void whatDoesNotFitIsRefusedWhole() {
        try (Running host = start("bad.db", 0, Transcoders.installed());
                MobileBaseUnit mbu = mbu(host).input(ECG).events(ALERTS).start()) {
            EventInput input = mbu.events("alerts");
            EventInput.Event good = event(NOON, "", 1, 1);
            for (EventInput.Event bad : List.of(
                    event(NOON, "x".repeat(41), 1, 1),
                    event(NOON, "", 101, 1),
                    event(NOON, "", 1),
                    event(NOON, "", 1, 1, 1))) {
                assertInvalid(() -> input.offerAll(List.of(good, bad)));
            }
            assertInvalid(() -> input.offerAll(List.of()));
            assertInvalid(() -> input.offerAll(List.of(event(Long.MAX_VALUE, "", 1, 1))));
            for (Instant beyond : List.of(Instant.MAX, Instant.MIN, Instant.parse("2262-04-11T23:47:16.9Z"))) {
                assertInvalid(() -> input.offer(beyond, "", 1, 1));
            }
            assertThat(mbu.status().groups().get(1).unitsProduced()).isZero();
            assertThatThrownBy(() -> mbu.events("ecg")).hasMessageContaining("'ecg' is sampled");
            assertThatThrownBy(() -> mbu.input("alerts")).hasMessageContaining("has events");
        }
        assertThatThrownBy(() -> MobileBaseUnit.builder().input(ALERTS)).hasMessageContaining("has events");
        assertThatThrownBy(() -> MobileBaseUnit.builder().events(ECG)).hasMessageContaining("is sampled");
    }

    private static void assertInvalid(org.assertj.core.api.ThrowableAssert.ThrowingCallable offer) {
        assertThatThrownBy(offer)
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE));
    }
}
