package org.banip.measure.jini;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.banip.app.demo.DemoProcess;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.app.terminal.Stop;
import org.banip.core.ban.Frequency;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.SteadyClock;
import org.banip.measure.cpi.Child;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/**
 * What a stopped watcher does to the others: host, store and watcher in processes of their own, MBUs in this one. Windows with the watcher running
 * and windows with the watcher stopped alternate. One thread.
 */
public final class StoppedExperiment {
    /** Name of the table of windows. */
    public static final String TABLE = "stopped";
    /** Name of the table that says how far the figures moved. */
    public static final String MOVED = "stopped-moved";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What falls due at the end of a window may take so long. */
    private static final Duration LAST = Duration.ofSeconds(3);

    private static final List<String> FLAGS = List.of("-Xlog:disable", "-Xmx256m");
    private static final Pattern LOOKUP = Pattern.compile("(jini://\\S+/)");
    private static final Pattern HOST = Pattern.compile("ready at (http[^\\s,]+)");

    private final StoppedSettings settings;
    private final ResultsFolder results;
    private final Stop stop;
    private final SteadyClock clock = SteadyClock.system();
    private final DueTimes acknowledged = new DueTimes();
    private final MovedFigures moved = new MovedFigures();

    /** Nothing has begun. */
    public StoppedExperiment(StoppedSettings settings, ResultsFolder results, Stop stop) {
        this.settings = settings;
        this.results = results;
        this.stop = stop;
    }

    /**
     * Makes the rounds.
     *
     * @param json whether rows are printed as JSON
     * @param out takes each row as soon as it is found
     * @return whether all windows have packets
     */
    public boolean run(boolean json, Consumer<String> out) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(results.directory().resolve(TABLE));
        if (!json) {
            out.accept("about " + settings.minutes() + " min");
            out.accept(StoppedRow.heading());
        }
        try (ResultTable table = results.table(TABLE);
                DemoProcess lookup = new DemoProcess("lookup service", List.of("lookup", "--port", "0"))) {
            String at = lookup.await(LOOKUP, PATIENCE.toSeconds());
            try (DemoProcess host = new DemoProcess("surrogate host", host(at, folder, settings.mbus()));
                    Child store = Child.start(
                            ProcessBuilder::start, TimedStoreProcess.class, FLAGS, folder.resolve("store.log"));
                    Child watcher = Child.start(
                            ProcessBuilder::start, WatchingProcess.class, FLAGS, folder.resolve("watcher.log"))) {
                watcher.say(new JsonWriter()
                        .beginObject()
                        .field("lookup", at)
                        .field("bans", settings.mbus())
                        .endObject()
                        .toString());
                store.say(new JsonWriter()
                        .beginObject()
                        .field("lookup", at)
                        .field("store", folder.resolve("copy.db").toString())
                        .endObject()
                        .toString());
                JsonObject unused = store.await("ready", PATIENCE);
                URI uri = URI.create(host.await(HOST, PATIENCE.toSeconds()));
                stream(uri, store, watcher, row -> add(row, table, json, out));
                store.say("end");
                watcher.say("end");
            }
            return summary(table, json, out);
        }
    }

    private void stream(URI host, Child store, Child watcher, Consumer<StoppedRow> rows)
            throws IOException, InterruptedException {
        List<MobileBaseUnit> mbus = new ArrayList<>();
        try {
            long origin = clock.epochNanos();
            start(mbus, host, origin);
            JsonObject unused = watcher.await("following", PATIENCE);
            rounds(mbus, origin, store, watcher, rows);
        } finally {
            mbus.forEach(MobileBaseUnit::close);
        }
    }

    private static List<String> host(String lookup, Path folder, int mbus) {
        return List.of(
                "host",
                "--port",
                "0",
                "--health-port",
                "off",
                "--jini=true",
                "--jini-locators",
                lookup,
                "--interconnects-per-identity", // they have no users, so they are all of one
                Integer.toString(mbus),
                "--store",
                folder.resolve("host.db").toString());
    }

    private void start(List<MobileBaseUnit> mbus, URI host, long originNanos) {
        for (int mbu = 0; mbu < settings.mbus(); mbu++) {
            EcgSettings ecg = EcgSettings.builder()
                    .frequency(Frequency.ofHz(StoppedSettings.HERTZ))
                    .seed(mbu)
                    .build();
            mbus.add(MobileBaseUnit.builder()
                    .broker(host)
                    .credentials(Credentials.none())
                    .ban("ban-" + mbu)
                    .chain("packetizer(units=" + StoppedSettings.UNITS + ",hold=0)|auto")
                    .clock(clock)
                    .origin(Instant.ofEpochSecond(0, originNanos))
                    .sensor(new GeneratedEcg(ecg))
                    .acknowledgeWithin(Duration.ZERO) // the wait would hide what a stopped watcher adds
                    .startTimeout(Duration.ofSeconds(30))
                    .start());
        }
    }

    private void rounds(List<MobileBaseUnit> mbus, long origin, Child store, Child watcher, Consumer<StoppedRow> rows)
            throws IOException, InterruptedException {
        Acknowledgements looking = new Acknowledgements(mbus, origin, acknowledged);
        Thread thread = new Thread(looking, "banip-measure-acknowledged");
        thread.setDaemon(true);
        thread.start();
        try {
            boolean unused = stop.await(settings.settle().multipliedBy(2)); // classes are loaded and compiled
            for (int round = 1; round <= settings.rounds() && !stop.requested(); round++) {
                // Each kind comes first in every other round, so that a machine that becomes slower favours none.
                boolean stoppedFirst = round % 2 == 0;
                rows.accept(window(round, stoppedFirst, store, watcher));
                settle(watcher);
                rows.accept(window(round, !stoppedFirst, store, watcher));
                settle(watcher);
            }
        } finally {
            looking.end();
        }
    }

    private StoppedRow window(int round, boolean stopped, Child store, Child watcher)
            throws IOException, InterruptedException {
        if (stopped) {
            signal("STOP", watcher);
        }
        try {
            long from = Console.epochNanos();
            long until = from + settings.window().toNanos();
            acknowledged.window(from, until);
            store.say("window " + from + " " + until);
            boolean unused = stop.await(settings.window().plus(LAST));
            store.say("times");
            return new StoppedRow(
                    round, stopped, acknowledged.copy(), FeedResult.latency(store.await("times", PATIENCE)));
        } finally {
            if (stopped) {
                signal("CONT", watcher);
            }
        }
    }

    /** It was cut off, and subscribes again. */
    private void settle(Child watcher) throws IOException, InterruptedException {
        if (!stop.await(settings.settle())) {
            watcher.say("again");
            JsonObject unused = watcher.await("following", PATIENCE);
        }
    }

    private static void signal(String name, Child process) throws IOException, InterruptedException {
        int sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (sent != 0) {
            throw new IOException("the watcher's process " + process.pid() + " cannot be sent SIG" + name);
        }
    }

    private void add(StoppedRow row, ResultTable table, boolean json, Consumer<String> out) {
        if (stop.requested()) {
            return;
        }
        moved.add(row);
        table.add(row.row());
        out.accept(json ? row.row().json() : row.text());
    }

    /** All rounds together, and how far the stopped watcher moved the figures. */
    private boolean summary(ResultTable table, boolean json, Consumer<String> out) {
        if (stop.requested() || !moved.isComplete()) {
            return false;
        }
        for (StoppedRow row : moved.together()) {
            table.add(row.row());
            out.accept(json ? row.row().json() : row.text());
        }
        try (ResultTable how = results.table(MOVED)) {
            for (Moved each : moved.moved()) {
                how.add(each.row());
                out.accept(json ? each.row().json() : each.text());
            }
        }
        return true;
    }
}
