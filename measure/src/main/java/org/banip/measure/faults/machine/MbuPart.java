package org.banip.measure.faults.machine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.Child;
import org.banip.measure.faults.process.FaultMbu;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.process.MbuCounters;
import org.banip.measure.faults.record.MbuRun;

/** The MBU and its sensors in a process of its own, and what is known of all its processes so far. One thread. */
public final class MbuPart extends Part {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path folder;
    private final Settings settings;
    private final Optional<ShiftedClock> clock;
    private final List<MbuRun> runs = new ArrayList<>();
    private Optional<Child> child = Optional.empty();

    /**
     * How it is configured.
     *
     * @param broker where it connects
     * @param identity its user, and its BAN
     * @param uplink name of the uplink
     * @param spool the spool's directory; empty for memory
     * @param syncEvery how often the directory is synced; zero for each packet
     * @param seed of the samples
     * @param told takes the steps of alerts that it is told
     */
    public record Settings(
            URI broker,
            String identity,
            String password,
            String uplink,
            Optional<Path> spool,
            Duration syncEvery,
            long seed,
            Path told) {}

    /** An MBU that does not run yet. */
    public MbuPart(Path folder, Settings settings, Optional<ShiftedClock> clock) {
        super("mbu", folder);
        this.folder = folder;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    void launch() throws IOException, InterruptedException {
        Path file = folder.resolve("mbu-" + starts() + ".counters");
        Child started = Child.start(
                builder -> {
                    Jvm.environment(builder, clock);
                    Process process = builder.start();
                    runs(process);
                    return process;
                },
                FaultMbu.class,
                Jvm.FLAGS,
                log());
        child = Optional.of(started);
        started.say(specification(file));
        UUID session = UUID.fromString(started.await("started", PATIENCE).string("session"));
        FaultSignal signal = new FaultSignal(settings.seed(), starts());
        runs.add(new MbuRun(signal, session, MbuCounters.open(file), isDurable(), now()));
    }

    private String specification(Path file) {
        return new JsonWriter()
                .beginObject()
                .field("broker", settings.broker().toString())
                .field("identity", settings.identity())
                .field("password", settings.password())
                .field("uplink", settings.uplink())
                .field("spool", settings.spool().map(Path::toString).orElse(""))
                .field("syncMillis", settings.syncEvery().toMillis())
                .field("seed", settings.seed())
                .field("process", starts())
                .field("counters", file.toString())
                .field("told", settings.told().toString())
                .endObject()
                .toString();
    }

    /** On the MBU's clock. A child's clock has milliseconds, so it may show less than the instant at which its signal began. */
    private long now() {
        Instant now = Instant.now();
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        return nanos + clock.map(ShiftedClock::nanos).orElse(0L) + TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** Whether what is not stored survives its process. */
    public boolean isDurable() {
        return settings.spool().isPresent();
    }

    /** All its processes so far; the last one is the present one. */
    public List<MbuRun> history() {
        return List.copyOf(runs);
    }

    /** The counters of the present process. */
    public MbuCounters counters() {
        return runs.get(runs.size() - 1).counters();
    }

    @Override
    public void kill() {
        super.kill();
        child.ifPresent(Child::close);
        child = Optional.empty();
        runs.forEach(MbuRun::end);
    }

    /** Ends its sensors, and waits until everything is stored. */
    public void deliver() throws IOException, InterruptedException {
        Child present = child.orElseThrow();
        present.say("end");
        JsonObject unused = present.await("delivered", PATIENCE.plus(PATIENCE));
    }

    /** Ends it in order, after {@link #deliver}. */
    public void end() throws IOException, InterruptedException {
        child.orElseThrow().say("close");
        if (!endsWithin(PATIENCE.toMillis())) {
            throw new IOException("the MBU does not end within " + PATIENCE.toSeconds() + " s");
        }
        kill();
    }
}
