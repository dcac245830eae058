package org.banip.mbu.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.mbu.interconnect.Interconnect;
import org.banip.mbu.interconnect.InterconnectSetup;
import org.banip.mbu.sampling.SensorInput;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.EventDispatcher;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Progress;
import org.banip.mbu.stage.Signal;
import org.banip.mbu.stage.StageThread;
import org.banip.mbu.status.GroupStatus;
import org.banip.mbu.status.MbuEvent;
import org.banip.mbu.uplink.Uplink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a sensor set out of the MBU: sensor, sensor set, queue per service class, chain, spool, uplink. Each stage hands on to the
 * next and to no other; only room and acknowledgements come back, as signals and releases.
 *
 * <pre>
 *   sensor ─ SensingStage ─┐                                     (thread banip-sense)
 *   app ──── SensorPort ───┴─ SetQueue ─ EncodingStage ─ Spool   (thread banip-encode)
 *                                        Spool ─ Interconnect ─ Uplink ─ network   (thread banip-send)
 * </pre>
 */
public final class SendPath implements SensingStage.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(SendPath.class);
    private static final Duration ABORT_PATIENCE = Duration.ofSeconds(5);

    private final SendPathSetup setup;
    private final List<SensorGroup> groups;
    private final List<GroupCounters> counters;
    private final EventDispatcher events;
    private final Progress progress = new Progress();

    // Sensor → sensor set.
    private final SensingStage sensing;
    private final List<Optional<SensorInput>> inputs = new ArrayList<>();
    private final AtomicInteger sensorsLeft = new AtomicInteger();
    private final AtomicReference<BanipException> sensorFailure = new AtomicReference<>();

    // → queue per service class → chain → spool → uplink.
    private final SetQueue queue;
    private final EncodingStage encoding;
    private final SpoolLog spool;
    private final Interconnect interconnect;

    // Threads.
    private final StageThread sense;
    private final StageThread encode;
    private final List<StageThread> send;
    private final AtomicReference<BanipException> failure = new AtomicReference<>();

    /** A send path at rest; makes no connection yet. */
    public SendPath(SendPathSetup setup) {
        this.setup = setup;
        groups = setup.groups();
        counters = groups.stream().map(group -> new GroupCounters()).collect(Collectors.toList());
        String suffix = setup.context().threadSuffix();
        events = new EventDispatcher(setup.listener(), suffix);
        Signal toSense = new Signal();
        Signal toEncode = new Signal();
        Scheduler scheduler = new Scheduler();

        queue = new SetQueue(groups, setup.spool().queueBytes(), counters, toEncode, toSense);
        sensing = new SensingStage(sensors(), queue, counters, setup.context().clock(), toSense, this);
        spool = setup.spoolLog().open(groups, setup.spool(), counters, toEncode, scheduler);
        encoding = new EncodingStage(
                queue, spool, groups, encoders(), setup.context().clock(), toEncode, this::declared);
        List<Uplink> uplinks =
                setup.uplinks().stream().map(kind -> kind.open(setup.context())).collect(Collectors.toList());
        interconnect = new Interconnect(new InterconnectSetup(
                setup.registration(),
                setup.chains(),
                setup.transcoders(),
                uplinks,
                spool,
                scheduler,
                counters,
                events,
                progress,
                setup.context().clock(),
                setup.reconnect(),
                setup.random(),
                setup.commands(),
                setup.deregister(),
                suffix));

        sense = new StageThread("banip-sense-" + suffix, sensing, this::died);
        encode = new StageThread("banip-encode-" + suffix, encoding, this::died);
        send = interconnect.roles().stream()
                .map(role -> new StageThread("banip-send-" + suffix, role, this::died))
                .collect(Collectors.toList());
    }

    private List<PulledSensor> sensors() {
        List<PulledSensor> sensors = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            SendPathSetup.Source source = setup.sources().get(g);
            int group = g;
            source.sensor()
                    .ifPresent(
                            sensor -> sensors.add(new PulledSensor(group, sensor, setup.schedule(), source.policy())));
            inputs.add(
                    source.sensor().isPresent()
                            ? Optional.empty()
                            : Optional.of(new SensorPort(
                                    g,
                                    groups.get(g),
                                    source,
                                    queue,
                                    counters.get(g),
                                    setup.context().clock())));
        }
        sensorsLeft.set(sensors.size());
        return sensors;
    }

    private List<GroupEncoder> encoders() {
        List<GroupEncoder> encoders = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            boolean scheduled = setup.sources().get(g).sensor().isPresent();
            encoders.add(new GroupEncoder(
                    g,
                    groups.get(g),
                    setup.chains().get(g).newEncoder(groups.get(g)),
                    new SignalClock(scheduled ? setup.schedule() : null),
                    spool,
                    this::declared));
        }
        return encoders;
    }

    /** Starts the threads, the last stage first. */
    public void start() {
        events.start();
        interconnect.startCommands();
        send.forEach(StageThread::start);
        encode.start();
        sense.start();
    }

    // --- what happens on the way ---

    @Override
    public void ended(int group) {
        events.emit(new MbuEvent.SensorEnded(groups.get(group).name()));
        sensorsLeft.decrementAndGet();
        progress.changed();
    }

    @Override
    public void failed(int group, BanipException e) {
        String name = groups.get(group).name();
        LOG.error("{} sensor of group {} failed: {}", interconnect.label(), name, e.getMessage());
        events.emit(new MbuEvent.SensorFailed(name, e));
        sensorFailure.compareAndSet(null, e);
        sensorsLeft.decrementAndGet();
        progress.changed();
    }

    private void declared(Gap gap) {
        events.emit(new MbuEvent.GapDeclared(groups.get(gap.group()).name(), gap));
    }

    /** A thread ended with an exception: the send path cannot go on. */
    private void died(RuntimeException e) {
        BanipException reason = e instanceof BanipException known
                ? known
                : new BanipException(ErrorCode.INTERNAL, "a fault of the MBU's: " + e, e);
        if (failure.compareAndSet(null, reason)) {
            if (reason.code() == ErrorCode.INTERNAL) {
                LOG.error("{} given up", interconnect.label(), reason);
            } else {
                LOG.warn(
                        "{} given up: {} ({})",
                        interconnect.label(),
                        reason.getMessage(),
                        reason.code().token());
            }
            events.emit(new MbuEvent.Failed(reason));
            tellToEnd();
            progress.changed();
        }
    }

    // --- the end ---

    /**
     * Ends in order: reads no more sensors, sends what is there, and waits for the acknowledgements.
     *
     * @return whether all of it was done in time
     */
    public boolean finish(Duration timeout) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        sensing.stop();
        boolean done = sense.join(timeout);
        queue.close(); // first, so that nothing is taken behind the flush
        for (int g = 0; g < groups.size(); g++) {
            queue.flush(g);
        }
        encoding.finish();
        done = done && encode.join(Duration.ofNanos(until - System.nanoTime()));
        if (done) {
            interconnect.finish();
            for (StageThread link : send) {
                done = done && link.join(Duration.ofNanos(until - System.nanoTime()));
            }
        }
        return done;
    }

    private void tellToEnd() {
        sensing.stop();
        queue.close();
        sense.interrupt();
        encode.interrupt();
        interconnect.stop();
    }

    /** Ends at once; what is not acknowledged is lost. Ends all threads, those that call it excepted. */
    public void abort() throws InterruptedException {
        tellToEnd();
        send.forEach(StageThread::interrupt);
        List<StageThread> threads = new ArrayList<>(send);
        threads.addAll(List.of(sense, encode));
        for (StageThread thread : threads) {
            if (!thread.join(ABORT_PATIENCE) && !thread.isCurrent()) {
                LOG.warn("{} a thread does not end; it may wait for a name to be resolved", interconnect.label());
            }
        }
        interconnect.stopCommands(ABORT_PATIENCE);
        events.close(ABORT_PATIENCE);
        progress.changed();
    }

    // --- status ---

    /** Where the app hands over a group's sensor sets, if it does. */
    public Optional<SensorInput> input(int group) {
        return inputs.get(group);
    }

    /** Lets the chains hand on what they hold back. */
    public void flush() {
        for (int g = 0; g < groups.size(); g++) {
            if (inputs.get(g).isPresent()) {
                queue.flush(g);
            }
        }
    }

    /** Whether all sensors have ended and everything that entered is stored by the host. */
    public boolean delivered() {
        if (sensorsLeft.get() > 0) {
            return false;
        }
        for (GroupCounters count : counters) {
            if (count.unitsSettled.get() < count.unitsEntered.get()) {
                return false;
            }
        }
        return true;
    }

    /** Why it cannot go on, if it cannot. */
    public Optional<BanipException> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Why a sensor ended before its end, if one did. */
    public Optional<BanipException> sensorFailure() {
        return Optional.ofNullable(sensorFailure.get());
    }

    /** Where one can wait for changes. */
    public Progress progress() {
        return progress;
    }

    /** The interconnect. */
    public Interconnect interconnect() {
        return interconnect;
    }

    /** How many packets and gaps are not acknowledged. */
    public int unacknowledged() {
        return spool.packets();
    }

    /** The counters of all groups. */
    public List<GroupStatus> groupStatus() {
        List<GroupStatus> all = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            GroupCounters count = counters.get(g);
            all.add(new GroupStatus(
                    groups.get(g).name(),
                    count.unitsProduced.get(),
                    count.unitsDropped.get(),
                    count.unitsEncoded.get(),
                    count.unitsSent.get(),
                    count.unitsAcknowledged.get(),
                    count.unitsInGaps.get(),
                    count.unitsSpoolFull.get(),
                    count.unitsSensorSilent.get(),
                    count.unitsThinned.get(),
                    count.packets.get(),
                    count.packetsAcknowledged.get(),
                    count.gaps.get(),
                    count.retransmissions.get(),
                    count.bytesRaw.get(),
                    count.bytesEncoded.get(),
                    count.bytesFramed.get(),
                    spool.packets(g),
                    spool.bytes(g)));
        }
        return all;
    }
}
