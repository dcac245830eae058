package org.banip.measure.peer;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.measure.link.profile.Way;
import org.banip.measure.peer.process.ReceivingProcess;
import org.banip.measure.peer.process.RunArguments;
import org.banip.measure.peer.process.SendingProcess;
import org.banip.measure.peer.process.SendingState;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoredRecording;

/** Carries out one run: two processes, the link between them, and then the record of the store. One thread. */
final class PeerRun {
    /** Before the outage, and how long it lasts. */
    static final Duration BEFORE_OUTAGE = Duration.ofSeconds(20);

    static final Duration OUTAGE = Duration.ofSeconds(30);

    /** From the start to the first sample, at least: time to connect on a slow link. */
    static final Duration LEAD = Duration.ofSeconds(8);

    /** And so many times what the two processes took to start: on a busy machine everything that is done first takes long. */
    private static final int LEAD_STARTS = 4;

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final double WARM = 0.3;
    private static final int PASSWORD_BYTES = 18;
    private static final double PER_MILLION = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final RunPlan plan;
    private final Path folder;
    private final BooleanSupplier stopped;
    private final DoubleConsumer progress;
    private final List<SensorGroup> groups;
    private final long units;

    private long outNanos = Long.MAX_VALUE;
    private long backNanos = Long.MAX_VALUE;
    private long warmCpuNanos;
    private long warmUnits;

    /**
     * A run.
     *
     * @param folder for its files
     * @param stopped whether it is to end early
     * @param progress told the share that is done
     */
    PeerRun(RunPlan plan, Path folder, BooleanSupplier stopped, DoubleConsumer progress) {
        this.plan = plan;
        this.folder = folder;
        this.stopped = stopped;
        this.progress = progress;
        groups = plan.source().open().groups();
        units = plan.source().setsPerPass() * plan.source().passes();
    }

    RunOutcome run() throws IOException, InterruptedException {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        try (Place place =
                plan.link().isPresent() ? new EmulatedPlace(plan.link().get(), plan.seed()) : new Place.Loopback()) {
            long beganNanos = System.nanoTime();
            RunArguments arguments =
                    new RunArguments(plan.peer(), place.address(), 0, folder, plan.speed(), plan.source());
            try (PeerProcess receiving =
                    new PeerProcess(ReceivingProcess.class, arguments, password, place::startReceiving)) {
                int port = Integer.parseInt(receiving.listen().replace("ready ", ""));
                try (PeerProcess sending =
                        new PeerProcess(SendingProcess.class, arguments.at(port), password, place::startSending)) {
                    sending.listen();
                    long leadNanos = LEAD.toNanos() + LEAD_STARTS * (System.nanoTime() - beganNanos);
                    return stream(place, arguments, leadNanos, sending, receiving);
                }
            }
        }
    }

    private RunOutcome stream(
            Place place, RunArguments arguments, long leadNanos, PeerProcess sending, PeerProcess receiving)
            throws IOException, InterruptedException {
        long originNanos = System.currentTimeMillis() * 1_000_000 + leadNanos;
        sending.ask("go " + originNanos);
        SendingState last = watch(place, originNanos, sending, receiving);
        long cpuNanos = last.cpuNanos() + Long.parseLong(receiving.ask("state")) - warmCpuNanos;
        long up = place.bytes(Way.UP);
        long down = place.bytes(Way.DOWN);
        JsonObject sent = JsonObject.parse(sending.ask("end"));
        long produced = sent.integer("produced", 0, Long.MAX_VALUE);
        JsonObject received = JsonObject.parse(receiving.ask("end " + produced));
        receiving.listen(); // it has closed its store
        DeliveryLog log = log(arguments, originNanos);
        String problem = sent.string("problem")
                + received.string("problem")
                + (last.delivered() ? "" : "ended before all was delivered");
        long measured = last.acknowledged() - warmUnits;
        return new RunOutcome(
                plan,
                digest(arguments.store()).equals(sent.string("digest")),
                produced,
                log.units(),
                log.packets(),
                received.integer("doubled", 0, Long.MAX_VALUE),
                sent.integer("breaks", 0, Long.MAX_VALUE),
                log.bytesPerSecond(),
                log.delay(),
                up,
                down,
                measured == 0 ? 0 : cpuNanos / NANOS_PER_SECOND * PER_MILLION / measured,
                backNanos == Long.MAX_VALUE ? OptionalDouble.empty() : log.caughtUpSeconds(outNanos, backNanos),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                problem);
    }

    private SendingState watch(Place place, long originNanos, PeerProcess sending, PeerProcess receiving)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + plan.patience().toNanos();
        while (true) {
            SendingState state = SendingState.parse(sending.ask("state"));
            if (state.delivered() || state.failed() || stopped.getAsBoolean() || System.nanoTime() > until) {
                progress.accept(1);
                return state;
            }
            if (warmUnits == 0 && state.acknowledged() >= WARM * units) {
                warmUnits = state.acknowledged();
                warmCpuNanos = state.cpuNanos() + Long.parseLong(receiving.ask("state"));
            }
            if (plan.kind() == RunKind.OUTAGE) {
                outage(place, originNanos);
            }
            progress.accept((double) state.acknowledged() / units);
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    private void outage(Place place, long originNanos) throws IOException {
        long now = System.currentTimeMillis() * 1_000_000;
        if (outNanos == Long.MAX_VALUE && now >= originNanos + BEFORE_OUTAGE.toNanos()) {
            outNanos = now;
            place.outage(true);
        }
        if (outNanos != Long.MAX_VALUE && backNanos == Long.MAX_VALUE && now >= outNanos + OUTAGE.toNanos()) {
            backNanos = now;
            place.outage(false);
        }
    }

    private DeliveryLog log(RunArguments arguments, long originNanos) throws IOException {
        try {
            return DeliveryLog.read(arguments.store(), groups, new SamplingSchedule(originNanos, plan.speed()));
        } catch (SQLException e) {
            throw new IOException("cannot read " + arguments.store(), e);
        }
    }

    private static String digest(Path file) {
        try (JdbcStore store = JdbcStore.openForReading(file)) {
            return new StoredRecording(store, store.interconnects().get(0), Transcoders.installed())
                    .digest()
                    .hex();
        }
    }
}
