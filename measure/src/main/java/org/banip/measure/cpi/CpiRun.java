package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.process.BackEndProcess;
import org.banip.measure.cpi.process.MbuProcess;
import org.banip.measure.results.Folders;

/**
 * One run: starts back-end and MBU on a link, transfers data and collects the result. Used by the thread that calls {@link #run}; any thread may
 * read the progress.
 */
final class CpiRun {
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration CONNECT = Duration.ofMinutes(3);
    private static final Duration STALL = Duration.ofMinutes(3);
    private static final Duration STEP = Duration.ofMillis(200);
    private static final String IDENTITY = "cpi";
    private static final int PASSWORD_BYTES = 9;
    /** Rate of the sensors, as a multiple of the link's rate. */
    private static final double EXCESS = 4;

    private static final double NANOS_PER_SECOND = 1e9;
    /** The part of the data, as a divisor, that is delivered before processor time counts. */
    private static final int WARM = 3;

    private final PlannedRun plan;
    private final double load;
    private final Path folder;
    private final Semaphore starting;
    private volatile long delivered;
    private volatile long begunNanos;
    private Optional<ProcessorLook> warm = Optional.empty();

    /**
     * A run.
     *
     * @param load bytes per second, for a plan with a relative load
     * @param folder for the raw data
     * @param starting permits for starting processes, because this uses all processors
     */
    CpiRun(PlannedRun plan, double load, Path folder, Semaphore starting) {
        this.plan = plan;
        this.load = load;
        this.folder = folder;
        this.starting = starting;
    }

    /** Bytes of sensor sets delivered so far. */
    long delivered() {
        return delivered;
    }

    /** Time since the first data; zero while processes start and the MBU registers. */
    Optional<Duration> elapsed() {
        return begunNanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(System.nanoTime() - begunNanos));
    }

    /** Bytes produced per second. */
    double bytesPerSecond() {
        return plan.load() instanceof Load.Capacity ? EXCESS * plan.settings().linkBytesPerSecond() : load;
    }

    CpiResult run() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path work = Files.createDirectories(folder.resolve("work"));
        starting.acquire();
        boolean started = false;
        try (RunLink link = RunLinks.open(plan.settings(), folder);
                Conversation backEnd = link.startFixed(BackEndProcess.class, folder.resolve("back-end.log"));
                Child mbu = link.startMobile(MbuProcess.class, folder.resolve("mbu.log"))) {
            Path csv = folder.resolve("deliveries.csv");
            RunCertificates certificates = RunCertificates.of(plan.settings(), link, work);
            specify(link, certificates, backEnd, mbu, work, csv);
            starting.release();
            started = true;
            CpiResult result = measure(link, backEnd, mbu, csv);
            Files.writeString(folder.resolve("network.json"), link.toJson() + "\n");
            return result;
        } finally {
            if (!started) {
                starting.release();
            }
            Folders.delete(work);
        }
    }

    /** Sends both processes their specification. When this returns, both are running and the MBU registers. */
    private void specify(
            RunLink link, RunCertificates certificates, Conversation backEnd, Child mbu, Path work, Path csv)
            throws IOException, InterruptedException {
        String password = randomPassword();
        backEnd.say(certificates.backEnd(link, work, csv, IDENTITY, password));
        URI broker = URI.create(backEnd.await("ready", START).string("uri"));
        mbu.say(mbuSpecification(certificates, link.seenFromMobile(broker).toString(), password));
        JsonObject unused = mbu.await("started", START);
    }

    private CpiResult measure(RunLink link, Conversation backEnd, Child mbu, Path csv)
            throws IOException, InterruptedException {
        long startedNanos = System.nanoTime();
        MbuCount mbuBefore = MbuCount.read(mbu.await("connected", CONNECT));
        double connecting = (System.nanoTime() - startedNanos) / NANOS_PER_SECOND;
        ProcessClockOffset before = ProcessClockOffset.of(backEnd).minus(ProcessClockOffset.of(mbu));
        WireCount wireBefore = link.count();
        begunNanos = System.nanoTime() | 1; // 0 is not yet
        mbu.say("go");
        LinkEvents events = new LinkEvents(
                plan.settings(), (long) (plan.bytes() / bytesPerSecond() * NANOS_PER_SECOND), link.emulated());
        JsonObject done = awaitDelivered(link, backEnd, mbu, events);
        Optional<ProcessorLook> processor = processorTime(backEnd, mbu, done.integer("units", 0, Long.MAX_VALUE));
        WireCount wire = link.count().minus(wireBefore);
        ProcessClockOffset offset = before.until(ProcessClockOffset.of(backEnd).minus(ProcessClockOffset.of(mbu)));
        backEnd.say("settle " + done.integer("units", 0, Long.MAX_VALUE));
        JsonObject settled = backEnd.await("settled", START);
        link.fetch(backEnd, settled, offset, csv);
        mbu.say("end");
        backEnd.say("end");
        JsonObject stored = backEnd.await("stored", START);
        link.requireWorking();
        return new CpiResult(
                plan,
                bytesPerSecond(),
                Deliveries.read(csv),
                new Exactness(done.string("digest"), settled.string("digest"), stored.string("digest")),
                MbuCount.read(done).minus(mbuBefore),
                wire,
                offset,
                link.report(),
                connecting,
                new Observations(
                        stored.integer("duplicates", 0, Long.MAX_VALUE),
                        done.integer("roundTripNanos", 0, Long.MAX_VALUE) / NANOS_PER_SECOND,
                        events.addressChanges(),
                        events.outage(),
                        processor));
    }

    /** Waits until everything is stored. A run without deliveries for a long time has failed. */
    private JsonObject awaitDelivered(RunLink link, Conversation backEnd, Child mbu, LinkEvents events)
            throws IOException, InterruptedException {
        long movedAt = System.nanoTime();
        while (true) {
            link.requireWorking();
            events.makeDue(System.nanoTime() - begunNanos);
            Optional<JsonObject> done = mbu.poll("delivered", STEP);
            if (done.isPresent()) {
                return done.get();
            }
            long bytes = backEnd.progressBytes();
            if (bytes > delivered) {
                movedAt = System.nanoTime();
                delivered = bytes;
                beginProcessorTimeWhenWarm(backEnd, mbu);
            }
            if (System.nanoTime() - movedAt > stallNanos()) {
                throw new IOException("nothing was delivered for " + stallNanos() / 1_000_000_000 + " s; " + delivered
                        + " of " + plan.bytes() + " bytes were");
            }
        }
    }

    /** Begins to count processor time when a third was delivered: before, code is being compiled. */
    private void beginProcessorTimeWhenWarm(Conversation backEnd, Child mbu) {
        if (plan.settings().processorTime() && warm.isEmpty() && delivered >= plan.bytes() / WARM) {
            long sets = backEnd.progress()
                    .map(event -> event.integer("units", 0, Long.MAX_VALUE))
                    .orElse(0L);
            warm = look(backEnd, mbu, sets);
        }
    }

    /** Empty, too, if no sensor set was delivered since a third was: the run was too short for this machine. */
    private Optional<ProcessorLook> processorTime(Conversation backEnd, Child mbu, long sets) {
        return warm.flatMap(first -> look(backEnd, mbu, sets).map(last -> last.since(first)))
                .filter(used -> used.sets() > 0);
    }

    /** Empty if the back-end is no process of this machine. */
    private static Optional<ProcessorLook> look(Conversation backEnd, Child mbu, long sets) {
        return backEnd instanceof Child child ? Optional.of(ProcessorLook.at(mbu, child, sets)) : Optional.empty();
    }

    /** A packet may take long to fill, and an outage may be long. */
    private long stallNanos() {
        double sets = plan.settings().signal().groups(bytesPerSecond()).stream()
                .mapToDouble(group -> 1 / group.frequency().hertz())
                .max()
                .orElse(0);
        long outage = plan.settings().outage().toNanos();
        return STALL.toNanos() + outage + (long) (sets * plan.settings().packetUnits() * 1e9);
    }

    private String mbuSpecification(RunCertificates certificates, String broker, String password) {
        CpiSettings settings = plan.settings();
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("broker", broker)
                .field("trust", certificates.trust())
                .field("identity", IDENTITY)
                .field("password", password)
                .field("uplink", settings.uplink())
                .field("chain", settings.chain())
                .field("bytesPerSecond", bytesPerSecond())
                .field("bytes", plan.bytes())
                .field("packetUnits", settings.packetUnits())
                .field("sendBuffer", settings.sendBufferBytes())
                .field("sendWindowMillis", settings.sendWindow().toMillis());
        settings.writeAcknowledgeWithin(json);
        json.beginObject("signal");
        settings.signal().writeTo(json);
        return json.endObject().endObject().toString();
    }

    private static String randomPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
