package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.measure.cpi.Child;
import org.banip.measure.cpi.process.BackEndProcess;
import org.banip.measure.paths.process.PathsMbu;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.paths.scenario.Workload;

/** BANip: broker, host and live subscriber as a process of the fixed host, the MBU as one of the mobile host. */
public final class BanipCarrier implements Carrier {
    private static final String IDENTITY = "paths";
    private static final String PASSWORD = "for-this-run-only";
    private static final Duration START = Duration.ofMinutes(3);
    private static final int DAYS = 2;
    private static final long MOST = Long.MAX_VALUE;
    private static final int ALARMS = 0;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> FLAGS =
            List.of("-Xlog:disable", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx200m");

    private final EmulatedNetwork network;
    private final StudiedCase studied;
    private final MbuSetup setup;
    private final Duration patience;
    private final Path folder;
    private final Child backEnd;
    private final Child mbu;

    private BanipCarrier(EmulatedNetwork network, StudiedCase studied, MbuSetup setup, Duration patience, Path folder)
            throws IOException {
        this.network = network;
        this.studied = studied;
        this.setup = setup;
        this.patience = patience;
        this.folder = folder;
        backEnd = Child.start(network.fixed()::start, BackEndProcess.class, FLAGS, folder.resolve("back-end.log"));
        mbu = Child.start(network.mobile()::start, PathsMbu.class, FLAGS, folder.resolve("mbu.log"));
    }

    /**
     * Starts both processes, and returns when the MBU is connected.
     *
     * @param patience how long the load may take
     * @param folder for logs and deliveries
     */
    public static BanipCarrier start(
            EmulatedNetwork network, StudiedCase studied, MbuSetup setup, Duration patience, Path folder)
            throws IOException, InterruptedException {
        BanipCarrier carrier = new BanipCarrier(network, studied, setup, patience, folder);
        try {
            carrier.connect();
            return carrier;
        } catch (IOException | InterruptedException | RuntimeException e) {
            carrier.close();
            throw e;
        }
    }

    private void connect() throws IOException, InterruptedException {
        String address = network.fixed().address().getHostAddress();
        JsonWriter host = new JsonWriter()
                .beginObject()
                .field("address", address)
                .field("folder", Files.createDirectories(work()).toString())
                .field("deliveries", deliveries().toString())
                .field("identity", IDENTITY)
                .field("password", PASSWORD);
        String trust = "";
        if (setup.tls()) {
            DevelopmentAuthority authority = DevelopmentAuthority.in(work().resolve("certificates"));
            authority.issueServer(List.of(address), DAYS, false);
            trust = authority.certificate().toString();
            host.field("certificate", authority.server().certificate().toString())
                    .field(
                            "privateKey",
                            authority.server().privateKey().orElseThrow().toString());
        }
        backEnd.say(host.endObject().toString());
        URI broker = URI.create(backEnd.await("ready", START).string("uri"));
        mbu.say(specification(broker, trust));
        JsonObject unused = mbu.await("started", START);
        unused = mbu.await("connected", START);
    }

    private Path work() {
        return folder.resolve("work");
    }

    private Path deliveries() {
        return folder.resolve("deliveries.csv");
    }

    private String specification(URI broker, String trust) {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("broker", broker.toString())
                .field("identity", IDENTITY)
                .field("password", PASSWORD)
                .field("uplink", setup.uplink())
                .field("trust", trust)
                .field("sendBuffer", 0)
                .field("scheduler", setup.scheduler(studied))
                .field(
                        "detectMillis",
                        studied.detectAfter()
                                .orElse(PathPolicySettings.DEFAULT.detectAfter())
                                .toMillis())
                .beginObject("work");
        studied.work().writeTo(json);
        json.endObject().beginList("paths");
        if (network.links().size() > 1) {
            for (int index = 0; index < network.links().size(); index++) {
                EmulatedLink link = network.links().get(index);
                json.beginObject()
                        .field("name", link.settings().name())
                        .field("local", link.mobileAddress().getHostAddress())
                        .field("backup", studied.backup().equals(OptionalInt.of(index)))
                        .endObject();
            }
        }
        return json.endList().endObject().toString();
    }

    @Override
    public long arrived() {
        return backEnd.progress().map(event -> event.integer("bytes", 0, MOST)).orElse(0L);
    }

    @Override
    public Carried carry() throws IOException, InterruptedException {
        mbu.say("go");
        JsonObject done = mbu.await("delivered", patience);
        backEnd.say("settle " + done.integer("units", 0, MOST));
        JsonObject settled = backEnd.await("settled", START);
        mbu.say("end");
        backEnd.say("end");
        JsonObject stored = backEnd.await("stored", START);
        String sent = done.string("digest");
        return new Carried(
                arrivals(),
                sent.equals(settled.string("digest")) && sent.equals(stored.string("digest")),
                done.integer("packets", 0, MOST),
                done.integer("sentAgain", 0, MOST),
                stored.integer("duplicates", 0, MOST),
                done.integer("redundantBytes", 0, MOST),
                done.integer("connections", 0, MOST));
    }

    /** Reads the back-end's file: group, unit, bytes, scheduled instant, instant of delivery. */
    private Arrivals arrivals() throws IOException {
        List<String[]> rows;
        try (Stream<String> lines = Files.lines(deliveries())) {
            rows = lines.skip(1).map(line -> line.split(",", -1)).toList();
        }
        long origin =
                rows.stream().mapToLong(row -> Long.parseLong(row[3])).min().orElse(0);
        Arrivals arrivals = new Arrivals(origin, studied.firstEvent());
        boolean alarms = studied.work().kind() == Workload.Kind.ALARMS;
        for (String[] row : rows) {
            long scheduled = Long.parseLong(row[3]);
            long delivered = Long.parseLong(row[4]);
            arrivals.add(delivered, Long.parseLong(row[2]));
            if (alarms
                    && Integer.parseInt(row[0]) == ALARMS
                    && scheduled - origin >= studied.firstEvent().toNanos()) {
                arrivals.alarm((delivered - scheduled) / NANOS_PER_SECOND);
            }
        }
        return arrivals;
    }

    @Override
    public void close() {
        mbu.close();
        backEnd.close();
    }
}
