package org.banip.app.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;

/**
 * Streams a signal from an MBU through a broker to a surrogate host, and checks that all of it arrived. One thread, which also shows the progress.
 */
public final class Demo {
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final Duration LAST_LIVE = Duration.ofSeconds(10);
    /** Time from the start of the MBU to the first sample, so that the loading of classes is not measured as delivery. */
    private static final Duration LEAD = Duration.ofMillis(700);

    private final DemoSettings settings;
    private final Stop stop;
    private final Transcoders known = Transcoders.installed();
    private final SteadyClock clock = SteadyClock.system();
    private Optional<Duration> stoppedAt = Optional.empty();

    /** Creates a demo that ends early on request. */
    public Demo(DemoSettings settings, Stop stop) {
        this.settings = settings;
        this.stop = stop;
    }

    /** Runs the demo.
     *
     * @throws BanipException if a part cannot be started; later errors are in the report
     */
    public DemoReport run() throws InterruptedException {
        try (DemoNetwork network = DemoNetwork.open(settings.paths());
                DemoFolder folder = new DemoFolder(settings.keep())) {
            Streamed streamed;
            try (DemoBackEnd backEnd = DemoBackEnd.start(settings, network, folder, known);
                    LivePage page = network.page(backEnd.livePage(), settings.hostPort())) {
                System.err.println("watch it in a browser too: " + page.uri()
                        + backEnd.authority()
                                .map(file ->
                                        " (the browser does not know the demo's certificate authority, " + file + ")")
                                .orElse(""));
                streamed = stream(backEnd, network);
            }
            return report(streamed, folder);
        }
    }

    /** Result of streaming, before the store is read. */
    private record Streamed(
            SensorSetDigest sensed,
            long originNanos,
            LiveTap tap,
            DemoState state,
            Optional<String> problem,
            Optional<Duration> interruptedAt,
            Optional<Duration> cutAt) {}

    private Streamed stream(DemoBackEnd backEnd, DemoNetwork network) throws InterruptedException {
        SamplingSchedule schedule = new SamplingSchedule(clock.epochNanos() + LEAD.toNanos(), settings.speed());
        SensorSetDigest sensed = new SensorSetDigest(settings.source().groups());
        List<Sensor> sensors = settings.source().open(sensed);
        LiveTap tap = new LiveTap(settings.source().groups(), schedule, clock);
        backEnd.host().subscribe("demo", LiveTap.QUEUE_BYTES, tap);
        Optional<DemoPaths> paths = network.show(middle());
        MobileBaseUnit mbu =
                network.mbu(() -> DemoMbu.start(settings, backEnd.broker(), network.paths(), schedule, clock, sensors));
        Optional<String> problem;
        try (mbu) {
            problem = watch(schedule, mbu, tap, paths);
        }
        return new Streamed(
                sensed,
                schedule.originNanos(),
                tap,
                DemoState.of(mbu.status(), tap),
                problem,
                stoppedAt.map(this::signal),
                paths.flatMap(DemoPaths::cut).map(this::signal));
    }

    /** How much of the signal is played in this time. */
    private Duration signal(Duration played) {
        return Duration.ofNanos((long) (played.toNanos() * settings.speed()));
    }

    /** Of the time that the signal takes. */
    private Duration middle() {
        double nanos = settings.source().length().orElse(Duration.ZERO).toNanos() / settings.speed();
        return Duration.ofNanos((long) nanos / 2);
    }

    /** Shows progress until everything is stored and delivered live, or the user asks for the end. Returns the error, if any. */
    private Optional<String> watch(
            SamplingSchedule schedule, MobileBaseUnit mbu, LiveTap tap, Optional<DemoPaths> paths)
            throws InterruptedException {
        DemoView view = new DemoView(settings, paths, tap.traces(), DemoState.of(mbu.status(), tap));
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            Optional<String> problem = Optional.empty();
            try {
                while (!stop.requested() && !mbu.isDeliveredWithin(FRAME)) {
                    show(progress, view, schedule, mbu, tap);
                }
            } catch (BanipException e) {
                problem = Optional.of(e.getMessage() + " (" + e.code().token() + ")");
            }
            if (stop.requested()) {
                stoppedAt = Optional.of(played(schedule));
                mbu.close();
            }
            // What is missing then is in the report.
            boolean unused = tap.await(DemoState.of(mbu.status(), tap).stored(), LAST_LIVE);
            show(progress, view, schedule, mbu, tap);
            progress.update(view::pictures, () -> "the report follows");
            return problem;
        }
    }

    private void show(
            ProgressDisplay progress, DemoView view, SamplingSchedule schedule, MobileBaseUnit mbu, LiveTap tap) {
        DemoState state = DemoState.of(mbu.status(), tap);
        Duration played = played(schedule);
        if (stoppedAt.isEmpty()) { // nothing is cut after the end
            view.look(state, played);
        }
        progress.update(size -> view.block(state, played, size), () -> view.line(state, played));
    }

    private Duration played(SamplingSchedule schedule) {
        return Duration.ofNanos(Math.max(0, clock.epochNanos() - schedule.originNanos()));
    }

    private DemoReport report(Streamed streamed, DemoFolder folder) {
        List<GroupReport> groups = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(folder.store())) {
            for (InterconnectRecord record :
                    store.interconnects().stream().limit(1).toList()) {
                StoredRecording recording = new StoredRecording(store, record, known);
                SensorSetDigest stored = new SensorSetDigest(record.ban());
                for (int number = 0; number < recording.groups().size(); number++) {
                    groups.add(group(recording, number, stored, streamed));
                }
            }
        }
        return new DemoReport(
                settings,
                streamed.state(),
                groups,
                streamed.interruptedAt(),
                streamed.cutAt(),
                streamed.problem(),
                folder.kept());
    }

    private GroupReport group(StoredRecording recording, int number, SensorSetDigest stored, Streamed streamed) {
        StoredCounts counts = new StoredCounts(number, stored);
        recording.read(number, counts);
        GroupReport.Units sensed = units(streamed.sensed(), number);
        GroupReport.Units inStore = units(stored, number);
        GroupReport.Units live = units(streamed.tap().digest(), number);
        SensedAgain again = new SensedAgain(settings.source(), streamed.originNanos());
        return new GroupReport(
                recording.groups().get(number),
                recording.interconnect().chains().get(number),
                counts.packets(),
                counts.gaps(),
                counts.damaged(),
                sensed,
                inStore,
                live,
                counts.gaps() == 0
                        && counts.damaged() == 0
                        && again.begins(number, sensed, inStore)
                        && again.begins(number, sensed, live));
    }

    private static GroupReport.Units units(SensorSetDigest digest, int number) {
        return new GroupReport.Units(digest.sets(number), digest.hex(number));
    }
}
