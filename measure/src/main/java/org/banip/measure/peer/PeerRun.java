package org.banip.measure.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.measure.peer.process.ReceivingState;
import org.banip.measure.peer.process.RunArguments;
import org.banip.measure.peer.process.SendingState;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoredRecording;

/** Makes one run: two processes, the link between them, and afterwards the evaluation of the store. One thread. */
final class PeerRun {
    private static final Duration LOOK = Duration.ofMillis(200);
    /** Interval at which a sender is told what is stored. */
    private static final Duration CPU_LOOK = Duration.ofMillis(50);

    /** An endless run ends after this time without stored data. */
    private static final Duration CONNECT = Duration.ofSeconds(60);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final RunPlan plan;
    private final RunFolder folder;
    private final StartBarrier barrier;
    private final BooleanSupplier stopped;
    private final DoubleConsumer progress;
    private final CpuWatch cpu;

    private long outNanos = Long.MAX_VALUE;
    private long backNanos = Long.MAX_VALUE;
    private MachineUse.Look machineAtFirst = MachineUse.Look.now();

    /**
     * A run.
     *
     * @param folder for its files
     * @param barrier waits until all runs have started
     * @param stopped whether to end early
     * @param progress receives the share that is done
     */
    PeerRun(RunPlan plan, Path folder, StartBarrier barrier, BooleanSupplier stopped, DoubleConsumer progress) {
        this.plan = plan;
        this.folder = new RunFolder(folder);
        this.barrier = barrier;
        this.stopped = stopped;
        this.progress = progress;
        cpu = new CpuWatch(plan.times());
    }

    RunOutcome run() throws IOException, InterruptedException {
        try (PeerPair pair = barrier.start(this::start)) {
            return stream(pair);
        } finally {
            folder.end();
        }
    }

    private PeerPair start() throws IOException, InterruptedException {
        folder.begin();
        return PeerPair.start(plan, folder.path());
    }

    private RunOutcome stream(PeerPair pair) throws IOException, InterruptedException {
        long originNanos = barrier.originNanos();
        pair.sending().ask("go " + originNanos);
        LinkBytes setUp = plan.endless() ? LinkBytes.NONE : untilOrigin(pair.hosts(), originNanos);
        SendingState last = watch(pair, originNanos);
        LinkBytes all = pair.hosts().bytes();
        ReceivingState received = receivingState(pair);
        MachineUse machine = plan.kind() == RunKind.CPU ? cpu.machine() : MachineUse.since(machineAtFirst);
        Optional<JsonObject> sent = end(pair.sending(), last);
        JsonObject stored = JsonObject.parse(pair.receiving().ask(last.delivered() ? "end " + last.produced() : "end"));
        pair.receiving().listen(); // it has closed its store
        DeliveryLog log = log(pair.arguments(), originNanos);
        String sensed =
                sent.isPresent() ? sent.get().string("digest") : plan.source().digest(originNanos, log.unitsOfGroups());
        String problem =
                sent.map(end -> end.string("problem")).orElse("") + stored.string("problem") + ending(last, log);
        return new RunOutcome(
                plan,
                log.packets() > 0 && digest(pair.arguments().store()).equals(sensed),
                last.produced(),
                log.units(),
                log.packets(),
                Math.max(
                        received.doubled(),
                        stored.integer("doubled", 0, Long.MAX_VALUE)), // a host forgets sessions that ended
                last.breaks(),
                log.bytesPerSecond(plan.warm()),
                plan.endless() ? DeliveryLog.Delay.NONE : log.delay(),
                setUp,
                all.since(setUp),
                cpu.window(),
                cpu.warmSeconds(),
                backNanos == Long.MAX_VALUE ? OptionalDouble.empty() : log.caughtUpSeconds(backNanos),
                machine,
                problem);
    }

    /** Ends the sender. In an endless run, data on the way are dropped, so there is no last state. */
    private Optional<JsonObject> end(PeerProcess sending, SendingState last) throws IOException, InterruptedException {
        if (plan.endless() && !last.failed()) {
            sending.close();
            return Optional.empty();
        }
        return Optional.of(JsonObject.parse(sending.ask("end")));
    }

    private String ending(SendingState last, DeliveryLog log) {
        if (stopped.getAsBoolean()) {
            return "ended by somebody";
        }
        if (plan.endless()) {
            return log.packets() > 0 ? "" : "nothing arrived";
        }
        return last.delivered() ? "" : "ended before all was delivered";
    }

    /** Waits until the first sample is due; returns the bytes that connecting has taken. */
    private LinkBytes untilOrigin(RunHosts hosts, long originNanos) throws InterruptedException {
        long left = originNanos - nowNanos();
        while (left > 0 && !stopped.getAsBoolean()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK.toNanos()));
            left = originNanos - nowNanos();
        }
        machineAtFirst = MachineUse.Look.now();
        return hosts.bytes();
    }

    private static long nowNanos() {
        return System.currentTimeMillis() * NANOS_PER_MILLI;
    }

    private SendingState watchPaced(PeerPair pair, long originNanos) throws IOException, InterruptedException {
        long units = plan.source().setsPerPass() * plan.source().passes();
        long until = System.nanoTime() + plan.patience().toNanos();
        while (true) {
            SendingState state = SendingState.parse(pair.sending().ask("state"));
            if (state.delivered() || state.failed() || stopped.getAsBoolean() || System.nanoTime() > until) {
                progress.accept(1);
                return state;
            }
            if (plan.kind() == RunKind.OUTAGE) {
                outage(pair.hosts(), originNanos);
            }
            progress.accept((double) state.acknowledged() / units);
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    /** Ends after a fixed time, which starts with the first stored data. */
    private SendingState watchCapacity(PeerPair pair) throws IOException, InterruptedException {
        OptionalLong began = OptionalLong.empty();
        long latestNanos = System.nanoTime() + CONNECT.toNanos();
        while (true) {
            boolean stored = receivingState(pair).stored() > 0;
            SendingState state = SendingState.parse(pair.sending().ask("state"));
            long now = System.nanoTime();
            if (began.isEmpty() && stored) {
                began = OptionalLong.of(now);
                latestNanos = now + plan.length().toNanos();
            }
            if (now >= latestNanos || state.failed() || stopped.getAsBoolean()) {
                progress.accept(1);
                return state;
            }
            progress.accept((double) (now - began.orElse(now)) / plan.length().toNanos());
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    /** Ends when processor time is steady. The sender is told what is stored, so that its queue does not grow. */
    private SendingState watchCpu(PeerPair pair) throws IOException, InterruptedException {
        long began = System.nanoTime();
        long latestNanos = began + CONNECT.plus(plan.times().cpuLongest()).toNanos();
        while (true) {
            ReceivingState received = receivingState(pair);
            SendingState state = SendingState.parse(pair.sending().ask("state " + received.stored()));
            long now = System.nanoTime();
            cpu.at(new CpuWindow.Look(
                    now, state.cpuNanos() + received.cpuNanos(), received.stored(), MachineUse.Look.now()));
            if (cpu.over() || now >= latestNanos || state.failed() || stopped.getAsBoolean()) {
                progress.accept(1);
                return state;
            }
            progress.accept((double) (now - began) / plan.length().toNanos());
            TimeUnit.NANOSECONDS.sleep(CPU_LOOK.toNanos());
        }
    }

    private SendingState watch(PeerPair pair, long originNanos) throws IOException, InterruptedException {
        switch (plan.kind()) {
            case CAPACITY:
                return watchCapacity(pair);
            case CPU:
                return watchCpu(pair);
            default:
                return watchPaced(pair, originNanos);
        }
    }

    private static ReceivingState receivingState(PeerPair pair) throws IOException, InterruptedException {
        return ReceivingState.parse(pair.receiving().ask("state"));
    }

    private void outage(RunHosts hosts, long originNanos) throws IOException {
        RunTimes times = plan.times();
        long now = nowNanos();
        if (outNanos == Long.MAX_VALUE
                && now >= originNanos + times.beforeOutage().toNanos()) {
            outNanos = now;
            hosts.outage(true);
        }
        if (outNanos != Long.MAX_VALUE
                && backNanos == Long.MAX_VALUE
                && now >= outNanos + times.outage().toNanos()) {
            backNanos = now;
            hosts.outage(false);
        }
    }

    private DeliveryLog log(RunArguments arguments, long originNanos) throws IOException {
        List<SensorGroup> groups = plan.source().open().groups();
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
