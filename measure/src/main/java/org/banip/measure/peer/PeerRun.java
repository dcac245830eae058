package org.banip.measure.peer;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
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
import org.banip.measure.peer.process.ReceivingState;
import org.banip.measure.peer.process.RunArguments;
import org.banip.measure.peer.process.SendingState;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoredRecording;

/** Carries out one run: two processes, the link between them, and then the record of the store. One thread. */
final class PeerRun {
    /** Before the outage, and how long it lasts. */
    static final Duration BEFORE_OUTAGE = Duration.ofSeconds(15);

    static final Duration OUTAGE = Duration.ofSeconds(30);

    private static final List<String> STORE = List.of("store.db", "store.db-wal", "store.db-shm");
    private static final Duration LOOK = Duration.ofMillis(200);
    /** The fastest are through with their processor time in a second. */
    private static final Duration CPU_LOOK = Duration.ofMillis(20);

    private static final double WARM = 0.5;
    private static final double PER_MILLION = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final RunPlan plan;
    private final Path folder;
    private final StartingLine line;
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
     * @param line where it waits until all have started
     * @param stopped whether it is to end early
     * @param progress told the share that is done
     */
    PeerRun(RunPlan plan, Path folder, StartingLine line, BooleanSupplier stopped, DoubleConsumer progress) {
        this.plan = plan;
        this.folder = folder;
        this.line = line;
        this.stopped = stopped;
        this.progress = progress;
        groups = plan.source().open().groups();
        units = plan.source().setsPerPass() * plan.source().passes();
    }

    RunOutcome run() throws IOException, InterruptedException {
        try (PeerPair pair = line.start(this::start)) {
            return stream(pair);
        } finally {
            deleteStore();
        }
    }

    private PeerPair start() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        deleteStore();
        return PeerPair.start(plan, folder);
    }

    private void deleteStore() throws IOException {
        for (String name : STORE) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private RunOutcome stream(PeerPair pair) throws IOException, InterruptedException {
        long originNanos = line.originNanos();
        pair.sending().ask("go " + originNanos);
        SendingState last = watch(pair, originNanos);
        ReceivingState received = receivingState(pair);
        long cpuNanos = last.cpuNanos() + received.cpuNanos() - warmCpuNanos;
        long up = pair.place().bytes(Way.UP);
        long down = pair.place().bytes(Way.DOWN);
        JsonObject sent = JsonObject.parse(pair.sending().ask("end"));
        long produced = sent.integer("produced", 0, Long.MAX_VALUE);
        JsonObject stored =
                JsonObject.parse(pair.receiving().ask("end " + (last.delivered() ? produced : last.acknowledged())));
        pair.receiving().listen(); // it has closed its store
        DeliveryLog log = log(pair.arguments(), originNanos);
        String problem = sent.string("problem")
                + stored.string("problem")
                + (last.delivered() ? "" : "ended before all was delivered");
        long measured = last.acknowledged() - warmUnits;
        return new RunOutcome(
                plan,
                digest(pair.arguments().store()).equals(sent.string("digest")),
                produced,
                log.units(),
                log.packets(),
                received.doubled(),
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

    private SendingState watch(PeerPair pair, long originNanos) throws IOException, InterruptedException {
        long until = System.nanoTime() + plan.patience().toNanos();
        Duration look = plan.kind() == RunKind.CPU ? CPU_LOOK : LOOK;
        while (true) {
            SendingState state = SendingState.parse(pair.sending().ask("state"));
            if (state.delivered() || state.failed() || stopped.getAsBoolean() || System.nanoTime() > until) {
                progress.accept(1);
                return state;
            }
            if (warmUnits == 0 && state.acknowledged() >= WARM * units) {
                warmUnits = state.acknowledged();
                warmCpuNanos = state.cpuNanos() + receivingState(pair).cpuNanos();
            }
            if (plan.kind() == RunKind.OUTAGE) {
                outage(pair.place(), originNanos);
            }
            progress.accept((double) state.acknowledged() / units);
            TimeUnit.NANOSECONDS.sleep(look.toNanos());
        }
    }

    private static ReceivingState receivingState(PeerPair pair) throws IOException, InterruptedException {
        return ReceivingState.parse(pair.receiving().ask("state"));
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
