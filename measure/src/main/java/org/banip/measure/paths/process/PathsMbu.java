package org.banip.measure.paths.process;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.banip.app.source.Walk;
import org.banip.app.source.WalkForecast;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.PathStatus;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.RadioForecast;
import org.banip.mbu.spi.Sensor;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.cpi.process.MbuHttp;
import org.banip.measure.cpi.process.Productions;
import org.banip.measure.paths.scenario.Leaving;
import org.banip.measure.paths.scenario.StudiedPath;
import org.banip.measure.paths.scenario.Workload;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * The MBU of a run. Specification: {@code broker}, {@code identity}, {@code password}, {@code uplink}, {@code trust} and {@code sendBuffer} (see
 * {@link MbuHttp}), {@code work} (a {@link Workload}), {@code scheduler}, {@code detectMillis} and {@code reinject} (see
 * {@link PathPolicySettings}), {@code paths} (for each {@code name}, {@code local} address and {@code
 * backup}; none for a single path), {@code leaving} (a {@link Leaving} that the MBU is to foresee, or none). Says {@code started}; sends
 * one packet, says {@code connected} when that is stored and all paths are connected, and at the word {@link #GO} the sensors begin; says {@code delivered} when all they produced is stored; ends at the next word.
 */
public final class PathsMbu {
    /** Before the time at which the run began, in nanoseconds since the epoch. */
    public static final String GO = "go ";

    private static final Duration STEP = Duration.ofMillis(200);
    private static final Duration PRIMED = Duration.ofSeconds(10);
    /** For how long the device has been walking. */
    private static final double BEFORE_SECONDS = 10;
    /** Longer than any run. */
    private static final double LAST_SECONDS = 1e5;

    private static final int SPOOL_PACKETS = 8192;
    private static final long SPOOL_BYTES = 4 << 20;
    private static final int QUEUE_BYTES = 1 << 16;

    private final Console console;
    private final JsonObject specification;
    private final List<Flow> flows;
    private final Optional<WalkForecast> forecast;

    private PathsMbu(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
        flows = Flow.of(Workload.read(specification.object("work")));
        forecast = specification.objects("leaving").stream()
                .findFirst()
                .map(Leaving::read)
                .map(this::forecast);
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new PathsMbu(console, console.specification()).run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        try (MobileBaseUnit mbu = builder().start()) {
            console.say(Console.event("started"));
            while (mbu.status().state() != MbuState.CONNECTED) {
                boolean unused = mbu.awaitRegistered(STEP);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            Productions productions = new Productions(
                    console, sensors(), flows.stream().map(Flow::units).toList());
            prime(mbu, productions);
            console.say(Console.event("connected"));
            long begunNanos = Long.parseLong(console.hear().substring(GO.length()));
            forecast.ifPresent(walk -> walk.begin(begunNanos));
            long originNanos = Console.epochNanos();
            for (int group = 0; group < flows.size() - 1; group++) {
                productions.begin(mbu, group, originNanos);
            }
            SensorSetDigest digest = productions.end(mbu, STEP);
            console.say(delivered(mbu, digest));
            String unused = console.hear();
        }
    }

    /** Sends the last flow, and returns when it is stored and all paths are connected, or after a while. */
    private void prime(MobileBaseUnit mbu, Productions productions) throws InterruptedException {
        long untilNanos = System.nanoTime() + PRIMED.toNanos();
        productions.begin(mbu, flows.size() - 1, Console.epochNanos());
        while (!(isStored(mbu) && mbu.status().paths().stream().allMatch(path -> path.connected() || path.standsBy()))
                && System.nanoTime() < untilNanos) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static boolean isStored(MobileBaseUnit mbu) throws InterruptedException {
        return mbu.status().groups().stream().anyMatch(group -> group.packets() > 0) && mbu.isDeliveredWithin(STEP);
    }

    private MobileBaseUnitBuilder builder() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .allowPlain()
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .uplink(specification.string("uplink"))
                .http(MbuHttp.of(specification))
                .spool(new SpoolSettings(SPOOL_PACKETS, SPOOL_BYTES, QUEUE_BYTES))
                .acknowledgeWithin(Duration.ZERO) // as TCP does, so that windows grow as fast
                .startTimeout(Duration.ZERO);
        for (Flow flow : flows) {
            String group = flow.group().name();
            builder.input(flow.group()).fullPolicy(group, FullPolicy.WAIT).chain(group, flow.chain());
        }
        List<JsonObject> paths = specification.objects("paths");
        paths.forEach(path -> builder.path(path(path)));
        if (!paths.isEmpty()) {
            builder.pathPolicy(policy());
        }
        forecast.ifPresent(builder::forecast);
        return builder;
    }

    /** The device has been walking for a while, so that its speed is known. */
    private WalkForecast forecast(Leaving leaving) {
        String first = specification.objects("paths").get(0).string("name");
        double before = Math.min(BEFORE_SECONDS, leaving.fromMetres() / Leaving.METRES_PER_SECOND);
        Walk walk = new Walk(List.of(position(leaving, -before), position(leaving, LAST_SECONDS)));
        return new WalkForecast(walk, List.of(new RadioForecast.AccessPoint(first, 0, 0, leaving.rangeMetres())));
    }

    private static Walk.Position position(Leaving leaving, double seconds) {
        return new Walk.Position(seconds, leaving.fromMetres() + Leaving.METRES_PER_SECOND * seconds, 0);
    }

    private PathPolicySettings policy() {
        PathPolicySettings policy = PathPolicySettings.DEFAULT.scheduler(specification.string("scheduler"));
        Duration detect = Duration.ofMillis(specification.integer("detectMillis", 1, 60_000));
        return policy.times(detect, policy.returnAfter()).reinject(specification.number("reinject"));
    }

    private static PathSettings path(JsonObject json) {
        PathSettings path = PathSettings.named(json.string("name")).localAddress(address(json.string("local")));
        PathSettings priced = json.bool("metered") ? path.metered(StudiedPath.PRICE) : path;
        return json.bool("backup") ? priced.backup() : priced;
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal); // no look-up, because it is a literal
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + literal + "' is no address", e);
        }
    }

    /** Random samples, the same in each run. */
    private List<Sensor> sensors() {
        List<Sensor> sensors = new ArrayList<>();
        for (Flow flow : flows) {
            sensors.add(new RandomSensor(flow.group(), new Random(sensors.size())));
        }
        return sensors;
    }

    private JsonWriter delivered(MobileBaseUnit mbu, SensorSetDigest digest) {
        List<GroupStatus> groups = mbu.status().groups();
        List<PathStatus> paths = mbu.status().paths();
        return Console.event("delivered")
                .field("units", flows.stream().mapToLong(Flow::units).sum())
                .field("digest", digest.hex())
                .field("packets", sum(groups, GroupStatus::packets))
                .field("sentAgain", sum(groups, GroupStatus::retransmissions))
                .field("redundantPackets", sum(paths, PathStatus::packetsRedundant))
                .field("redundantBytes", sum(paths, PathStatus::bytesRedundant))
                .field("reinjectedBytes", sum(paths, PathStatus::bytesReinjected))
                .field("connections", mbu.status().link().connections());
    }

    private static <T> long sum(List<T> all, ToLongFunction<T> number) {
        return all.stream().mapToLong(number).sum();
    }
}
