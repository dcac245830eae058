package org.banip.measure.urgency;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.cpi.Child;
import org.banip.measure.cpi.process.BackEndProcess;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** The two runs, one after the other. One thread. */
public final class UrgencyExperiment {
    /** The name of the table. */
    public static final String TABLE = "urgency";

    private static final String IDENTITY = "urgency";
    private static final String PASSWORD = "for-this-run-only";
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration DRAIN = Duration.ofMinutes(10);
    private static final List<String> FLAGS = List.of("-Xlog:disable", "-XX:+UseSerialGC", "-Xmx700m");

    private final LinkProfile link;
    private final String uplink;
    private final Duration warmUp;
    private final Duration time;
    private final long seed;
    private final ResultsFolder folder;

    /**
     * An experiment.
     *
     * @param uplink name of an installed uplink that needs no TLS
     * @param warmUp from the MBU's first connection to the first alarm
     * @param time how long alarms are raised in each run
     */
    public UrgencyExperiment(
            LinkProfile link, String uplink, Duration warmUp, Duration time, long seed, ResultsFolder folder) {
        this.link = link;
        this.uplink = uplink;
        this.warmUp = warmUp;
        this.time = time;
        this.seed = seed;
        this.folder = folder;
    }

    /**
     * Makes both runs.
     *
     * @param json whether results are told as JSON
     * @param told gets a line for each group of each run
     * @return whether alarms and live groups came without a gap
     */
    public boolean run(boolean json, Consumer<String> told) throws IOException, InterruptedException {
        boolean whole = true;
        try (ResultTable table = folder.table(TABLE)) {
            for (String name : List.of("overload", "backlog")) {
                Path raw = Files.createDirectories(folder.directory().resolve(name));
                JsonObject over = measure(name.equals("backlog") ? Backlog.DAY : 0, raw);
                List<GroupLatency> latencies = GroupLatency.read(raw.resolve("deliveries.csv"), over);
                for (GroupLatency latency : latencies) {
                    ResultRow row = latency.row(name, link.name());
                    table.add(row);
                    told.accept(json ? row.json() : latency.line(name));
                    whole &= latency.isWholeOrBulk();
                }
            }
        }
        return whole;
    }

    private JsonObject measure(long backlog, Path raw) throws IOException, InterruptedException {
        Path work = Files.createDirectories(raw.resolve("work"));
        try (EmulatedNetwork network = EmulatedNetwork.open(link, seed);
                Child backEnd =
                        Child.start(network.fixed()::start, BackEndProcess.class, FLAGS, raw.resolve("back-end.log"));
                Child mbu = Child.start(network.mobile()::start, UrgencyMbu.class, FLAGS, raw.resolve("mbu.log"))) {
            backEnd.say(specification(network, work, raw));
            URI broker = URI.create(backEnd.await("ready", START).string("uri"));
            mbu.say(new JsonWriter()
                    .beginObject()
                    .field("broker", broker.toString())
                    .field("uplink", uplink)
                    .field("identity", IDENTITY)
                    .field("password", PASSWORD)
                    .field("warmUpMillis", warmUp.toMillis())
                    .field("seconds", time.toSeconds())
                    .field("backlog", backlog)
                    .endObject()
                    .toString());
            JsonObject unused = mbu.await("started", START);
            JsonObject over = mbu.await("over", warmUp.plus(time).plus(DRAIN));
            backEnd.say("settle 0");
            unused = backEnd.await("settled", START);
            network.requireWorking();
            mbu.say("end");
            return over;
        }
    }

    private static String specification(EmulatedNetwork network, Path work, Path raw) {
        return new JsonWriter()
                .beginObject()
                .field("address", network.fixed().address().getHostAddress())
                .field("folder", work.toString())
                .field("deliveries", raw.resolve("deliveries.csv").toString())
                .field("identity", IDENTITY)
                .field("password", PASSWORD)
                .endObject()
                .toString();
    }
}
