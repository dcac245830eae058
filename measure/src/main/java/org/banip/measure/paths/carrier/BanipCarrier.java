package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.measure.cpi.Child;
import org.banip.measure.cpi.process.BackEndProcess;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.paths.process.PathsMbu;
import org.banip.measure.paths.scenario.Leaving;
import org.banip.measure.paths.scenario.Sharing;
import org.banip.measure.paths.scenario.StudiedCase;
import org.jspecify.annotations.Nullable;

/**
 * BANip: broker, host and live subscriber as a process of the fixed host, the MBU as one of the mobile host. If the broker dies during the run, it is
 * a process of its own. The run's thread, except for {@link #killBroker}.
 */
public final class BanipCarrier implements Carrier {
    private static final String IDENTITY = "paths";
    private static final String PASSWORD = "for-this-run-only";
    private static final Duration START = Duration.ofMinutes(3);
    private static final int DAYS = 2;
    private static final long MOST = Long.MAX_VALUE;
    private static final List<String> FLAGS =
            List.of("-Xlog:disable", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx200m");

    private final EmulatedNetwork network;
    private final Task task;
    private final Child backEnd;
    private final Child mbu;
    private @Nullable KillableBroker broker;
    private volatile @Nullable FutureTask<Boolean> death;

    private BanipCarrier(EmulatedNetwork network, Task task) throws IOException {
        this.network = network;
        this.task = task;
        backEnd = Child.start(
                network.fixed()::start,
                BackEndProcess.class,
                FLAGS,
                task.folder().resolve("back-end.log"));
        mbu = Child.start(
                network.mobile()::start, PathsMbu.class, FLAGS, task.folder().resolve("mbu.log"));
    }

    /** Starts the processes, and returns when the MBU is connected and a first packet is stored. */
    public static BanipCarrier start(EmulatedNetwork network, Task task) throws IOException, InterruptedException {
        BanipCarrier carrier = new BanipCarrier(network, task);
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
                .field("folder", Files.createDirectories(task.work()).toString())
                .field("deliveries", task.deliveries().toString())
                .field("identity", IDENTITY)
                .field("password", PASSWORD);
        Optional<DevelopmentAuthority> authority =
                task.setup().quic() ? Optional.of(authority(address)) : Optional.empty();
        authority
                .map(DevelopmentAuthority::server)
                .ifPresent(tls -> host.field("certificate", tls.certificate().toString())
                        .field("privateKey", tls.privateKey().orElseThrow().toString()));
        backEnd.say(host.endObject().toString());
        JsonObject ready = backEnd.await("ready", START);
        URI uri = URI.create(ready.string("uri"));
        if (task.studied().trouble().brokerDies().isPresent()) {
            KillableBroker own = new KillableBroker(
                    network, task, FLAGS, ready.string("host"), authority.map(DevelopmentAuthority::server));
            broker = own;
            uri = own.uri();
        }
        mbu.say(specification(
                uri, authority.map(made -> made.certificate().toString()).orElse("")));
        JsonObject unused = mbu.await("started", START);
        unused = mbu.await("connected", START);
    }

    private DevelopmentAuthority authority(String address) throws InterruptedException {
        DevelopmentAuthority authority = DevelopmentAuthority.in(task.work().resolve("certificates"));
        authority.issueServer(List.of(address), DAYS, false);
        return authority;
    }

    private String specification(URI uri, String trust) throws IOException {
        StudiedCase studied = task.studied();
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("broker", uri.toString())
                .field("identity", IDENTITY)
                .field("password", PASSWORD)
                .field("uplink", task.setup().uplink())
                .field("trust", trust)
                .field("sendBuffer", 0)
                .field("scheduler", task.setup().scheduler(studied))
                .field(
                        "detectMillis",
                        studied.variation()
                                .detectAfter()
                                .orElse(PathPolicySettings.DEFAULT.detectAfter())
                                .toMillis())
                .field("reinject", studied.variation().reinject().orElse(PathPolicySettings.DEFAULT.reinjectedShare()))
                .beginObject("work");
        studied.work().writeTo(json);
        json.endObject().beginList("leaving");
        studied.variation().leaving().filter(Leaving::foreseen).ifPresent(leaving -> {
            json.beginObject();
            leaving.writeTo(json);
            json.endObject();
        });
        json.endList().beginList("paths");
        if (task.transport().schedules()) {
            paths(json);
        }
        return json.endList().endObject().toString();
    }

    private void paths(JsonWriter json) throws IOException {
        for (int index = 0; index < network.links().size(); index++) {
            EmulatedLink link = network.links().get(index);
            boolean backup = task.studied().backup().equals(OptionalInt.of(index));
            boolean metered = task.studied().paths().get(index).metered();
            path(json, link.settings().name(), link.mobileAddress(), backup, metered);
        }
        if (task.studied().sharing() == Sharing.BOTTLENECK) {
            path(json, "second", network.link().addSecondAddress(), false, false);
        }
    }

    private static void path(JsonWriter json, String name, Inet4Address local, boolean backup, boolean metered) {
        json.beginObject()
                .field("name", name)
                .field("local", local.getHostAddress())
                .field("backup", backup)
                .field("metered", metered)
                .endObject();
    }

    @Override
    public long arrived() {
        return backEnd.progress().map(event -> event.integer("bytes", 0, MOST)).orElse(0L);
    }

    /** Any thread. Returns at once; the run fails if no new broker starts. */
    @Override
    public void killBroker() {
        KillableBroker own = broker;
        if (own != null && death == null) {
            FutureTask<Boolean> replacing = new FutureTask<>(() -> {
                try {
                    own.replace();
                    return true;
                } catch (IOException e) {
                    mbu.kill(); // nobody must wait for its data
                    throw e;
                }
            });
            death = replacing;
            Thread unused = KernelConnection.thread("broker", replacing);
        }
    }

    @Override
    public Carried carry() throws IOException, InterruptedException {
        long goNanos = Console.epochNanos();
        mbu.say(PathsMbu.GO + goNanos);
        JsonObject done = mbu.await("delivered", task.patience());
        backEnd.say("settle " + done.integer("units", 0, MOST));
        JsonObject settled = backEnd.await("settled", START);
        mbu.say("end");
        backEnd.say("end");
        JsonObject stored = backEnd.await("stored", START);
        String sent = done.string("digest");
        return new Carried(
                new DeliveryFile(task.deliveries()).arrivals(task.studied(), goNanos),
                sent.equals(settled.string("digest")) && sent.equals(stored.string("digest")),
                done.integer("packets", 0, MOST),
                done.integer("sentAgain", 0, MOST),
                stored.integer("duplicates", 0, MOST),
                done.integer("redundantPackets", 0, MOST),
                done.integer("redundantBytes", 0, MOST),
                done.integer("reinjectedBytes", 0, MOST),
                done.integer("connections", 0, MOST));
    }

    @Override
    public void close() {
        mbu.close();
        awaitDeath();
        KillableBroker own = broker;
        if (own != null) {
            own.close();
        }
        backEnd.close();
    }

    /** The new broker may still be starting. */
    private void awaitDeath() {
        FutureTask<Boolean> replacing = death;
        if (replacing != null) {
            try {
                boolean unused = replacing.get();
            } catch (ExecutionException e) {
                return; // the run has failed
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
