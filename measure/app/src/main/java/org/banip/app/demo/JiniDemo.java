package org.banip.app.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.app.source.EndingSensor;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuStatus;
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
 * Streams a signal to a surrogate host whose subscribers, a store and a watcher, are processes of their own, found through a lookup service. Checks
 * that all of it arrived at each. MBU and broker are in this process. One thread, which also shows the progress.
 */
public final class JiniDemo {
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final Duration LEAD = Duration.ofMillis(700);
    private static final Duration LAST = Duration.ofMinutes(1);
    private static final Duration LAST_IN_HASTE = Duration.ofSeconds(16);
    private static final Pattern DIGEST = Pattern.compile("^(.*): ([\\d,]+) sensor sets?, sha256 (\\p{XDigit}{64})$");
    private static final GroupReport.Units NOTHING = new GroupReport.Units(0, "");

    private final DemoSettings settings;
    private final Stop stop;
    private final SteadyClock clock = SteadyClock.system();

    /** Creates a demo that ends early on request. */
    public JiniDemo(DemoSettings settings, Stop stop) {
        this.settings = settings;
        this.stop = stop;
    }

    /**
     * Runs the demo.
     *
     * @throws BanipException if a process cannot be started; later errors are in the report
     */
    public JiniReport run() throws InterruptedException {
        try (DemoFolder folder = new DemoFolder(settings.keep());
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            show(progress, "starting a lookup service, a surrogate host, a store and a watcher");
            try (JiniProcesses processes = new JiniProcesses(settings, folder)) {
                return run(processes, folder, progress);
            }
        }
    }

    private JiniReport run(JiniProcesses processes, DemoFolder folder, ProgressDisplay progress)
            throws InterruptedException {
        SamplingSchedule schedule = new SamplingSchedule(clock.epochNanos() + LEAD.toNanos(), settings.speed());
        SensorSetDigest sensed = new SensorSetDigest(settings.source().groups());
        List<Sensor> sensors = EndingSensor.of(settings.source().open(sensed), stop::requested);
        Optional<String> problem;
        long packets;
        try (DemoBroker broker = new DemoBroker(
                        processes.hostAt(), folder, DemoNetwork.LOOPBACK, settings.wsbPort(), Optional.empty());
                MobileBaseUnit mbu = DemoMbu.start(settings, broker, List.of(), schedule, clock, sensors)) {
            problem = stream(mbu, processes, progress);
            packets = sum(mbu.status(), true);
        }
        boolean watched = processes.watcher().awaitEnd(patience().toSeconds());
        WhoFoundWhom found = WhoFoundWhom.of(processes, packets);
        processes.close();
        Optional<String> late = watched ? problem : problem.or(() -> Optional.of("the watcher did not end"));
        return new JiniReport(
                settings, groups(sensed, processes, folder), found, stop.requested(), late, folder.kept());
    }

    /**
     * Until the store has everything, and the BAN has disappeared. If the user asks for the end, the sensors end, and the rest happens as usual. The
     * error, if any.
     */
    private Optional<String> stream(MobileBaseUnit mbu, JiniProcesses processes, ProgressDisplay progress)
            throws InterruptedException {
        Optional<String> problem = deliver(mbu, progress);
        if (problem.isEmpty()) {
            // A watcher does not find a BAN that has disappeared.
            problem = await(processes.watcher(), JiniProcesses.WATCHED, "watcher did not find the BAN", progress);
        }
        mbu.close();
        if (problem.isEmpty()) {
            problem = await(processes.store(), JiniProcesses.STORED, "store did not get all", progress);
        }
        return problem;
    }

    /** The error, if any. */
    private Optional<String> deliver(MobileBaseUnit mbu, ProgressDisplay progress) throws InterruptedException {
        try {
            long asked = Long.MAX_VALUE;
            while (!mbu.isDeliveredWithin(FRAME)) {
                if (stop.requested()) {
                    asked = Math.min(asked, clock.epochNanos());
                    if (clock.epochNanos() - asked > LAST_IN_HASTE.toNanos()) {
                        return Optional.of("the host did not store all within " + LAST_IN_HASTE.toSeconds() + " s");
                    }
                }
                MbuStatus status = mbu.status();
                show(
                        progress,
                        Figures.counted(sum(status, false), "sensor set") + " sensed, " + Figures.count(stored(status))
                                + " stored at the host");
            }
            return Optional.empty();
        } catch (BanipException e) {
            return Optional.of(e.getMessage() + " (" + e.code().token() + ")");
        }
    }

    private static void show(ProgressDisplay progress, String line) {
        progress.update(line);
    }

    private static long sum(MbuStatus status, boolean packets) {
        return status.groups().stream()
                .mapToLong(group -> packets ? group.packets() : group.unitsProduced())
                .sum();
    }

    private static long stored(MbuStatus status) {
        return status.groups().stream()
                .mapToLong(GroupStatus::unitsAcknowledged)
                .sum();
    }

    /** Until a process has said something. The error, if any. */
    private Optional<String> await(DemoProcess process, Pattern said, String error, ProgressDisplay progress)
            throws InterruptedException {
        long begin = System.nanoTime();
        while (process.awaitWithin(said, FRAME).isEmpty()) {
            if (process.isOver() || System.nanoTime() - begin > patience().toNanos()) {
                return Optional.of("the " + error
                        + (process.isOver()
                                ? " before it ended"
                                : " within " + patience().toSeconds() + " s"));
            }
            show(progress, "all is stored at the host; waiting for the " + process.name());
        }
        return Optional.empty();
    }

    private Duration patience() {
        return stop.requested() ? LAST_IN_HASTE : LAST;
    }

    private List<CopyReport> groups(SensorSetDigest sensed, JiniProcesses processes, DemoFolder folder) {
        List<GroupReport.Units> host = stored(folder.store());
        List<GroupReport.Units> copy = stored(folder.copy());
        Map<String, GroupReport.Units> watched = watched(processes.watcher());
        List<CopyReport> all = new ArrayList<>();
        List<SensorGroup> groups = settings.source().groups();
        for (int number = 0; number < groups.size(); number++) {
            String name = groups.get(number).name();
            all.add(new CopyReport(
                    name,
                    new GroupReport.Units(sensed.sets(number), sensed.hex(number)),
                    number < host.size() ? host.get(number) : NOTHING,
                    number < copy.size() ? copy.get(number) : NOTHING,
                    watched.getOrDefault(name, NOTHING)));
        }
        return all;
    }

    private static List<GroupReport.Units> stored(Path file) {
        List<GroupReport.Units> groups = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(file)) {
            for (InterconnectRecord record :
                    store.interconnects().stream().limit(1).toList()) {
                SensorSetDigest digest = new StoredRecording(store, record, Transcoders.installed()).digest();
                for (int number = 0; number < record.ban().groups().size(); number++) {
                    groups.add(new GroupReport.Units(digest.sets(number), digest.hex(number)));
                }
            }
        }
        return groups;
    }

    private static Map<String, GroupReport.Units> watched(DemoProcess watcher) {
        Map<String, GroupReport.Units> groups = new HashMap<>();
        for (String line : watcher.lines()) {
            Matcher digest = DIGEST.matcher(line);
            if (digest.matches()) {
                long units = Long.parseLong(digest.group(2).replace(",", ""));
                groups.put(digest.group(1), new GroupReport.Units(units, digest.group(3)));
            }
        }
        return groups;
    }
}
