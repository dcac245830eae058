package org.banip.mbu.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.interconnect.Interconnect;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Progress;
import org.banip.mbu.stage.StageThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life cycle of a {@link SendPath}: its threads from start to end, and its failures. Any thread. */
public final class RunningSendPath {
    private static final Logger LOG = LoggerFactory.getLogger(RunningSendPath.class);
    private static final Duration ABORT_PATIENCE = Duration.ofSeconds(5);
    private static final Duration STEP = Duration.ofMillis(50);

    private final SendParts parts;
    private final SendPath path;
    private final Interconnect interconnect;

    private final StageThread sense;
    private final StageThread encode;
    private final List<StageThread> send = new ArrayList<>();

    private final AtomicInteger sensorsLeft = new AtomicInteger();
    private final AtomicReference<BanipException> sensorFailure = new AtomicReference<>();
    private final AtomicReference<BanipException> failure = new AtomicReference<>();

    /** A send path that is not started; makes no connection yet. */
    public RunningSendPath(SendPathSetup setup) {
        parts = new SendParts(setup, new Sensors(), this::declared);
        path = parts.path;
        interconnect = parts.interconnect;
        sensorsLeft.set((int) setup.sources().stream()
                .filter(source -> source.sensor().isPresent())
                .count());
        String suffix = setup.threadSuffix();
        sense = new StageThread("banip-sense-" + suffix, path::sense, this::died);
        encode = new StageThread("banip-encode-" + suffix, path::encode, this::died);
        for (int g = 0; g < setup.paths().size(); g++) {
            int link = g;
            send.add(new StageThread("banip-send-" + suffix, () -> path.carry(link), this::died));
        }
    }

    /** Starts the threads, the last stage first. */
    public void start() {
        parts.events.start();
        interconnect.start();
        send.forEach(StageThread::start);
        encode.start();
        sense.start();
    }

    // --- events of the stages ---

    /** Is told about sensors, on the sensing thread. */
    private final class Sensors implements SensingStage.Listener {
        @Override
        public void ended(int group) {
            parts.events.emit(new MbuEvent.SensorEnded(parts.groups.get(group).name()));
            left();
        }

        @Override
        public void failed(int group, BanipException e) {
            String name = parts.groups.get(group).name();
            if (e.code() == ErrorCode.INTERNAL) {
                LOG.error("{} sensor of group {} failed", interconnect.label(), name, e);
            } else {
                LOG.error("{} sensor of group {} failed: {}", interconnect.label(), name, e.getMessage());
            }
            parts.events.emit(new MbuEvent.SensorFailed(name, e));
            sensorFailure.compareAndSet(null, e);
            left();
        }

        @Override
        public void notClosed(int group, Throwable cause) {
            String name = parts.groups.get(group).name();
            LOG.error("{} sensor of group {} could not be closed", interconnect.label(), name, cause);
        }

        private void left() {
            sensorsLeft.decrementAndGet();
            parts.progress.changed();
        }
    }

    private void declared(Gap gap) {
        parts.events.emit(new MbuEvent.GapDeclared(parts.groups.get(gap.group()).name(), gap));
    }

    /** A thread ended with an exception, so the send path fails. */
    private void died(RuntimeException e) {
        BanipException reason = e instanceof BanipException known
                ? known
                : new BanipException(ErrorCode.INTERNAL, "the MBU failed; its log has the cause", e);
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
            parts.events.emit(new MbuEvent.Failed(reason));
            tellToEnd();
            parts.progress.changed();
        }
    }

    // --- the end ---

    /**
     * Ends in order: stops reading sensors, sends everything, and waits for the acknowledgements.
     *
     * @return whether everything was done in time
     */
    public boolean finish(Duration timeout) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        path.stopSensing();
        boolean done = sense.join(timeout);
        parts.queue.close(); // first, so that nothing is taken after the flush
        for (int g = 0; g < parts.inputs.size(); g++) {
            parts.queue.flush(g);
        }
        path.finishEncoding();
        done = done && encode.join(Duration.ofNanos(until - System.nanoTime()));
        if (done) {
            interconnect.finish();
            for (StageThread link : send) {
                done = done && awaitEnd(link, until, interconnect::isEverythingStored);
            }
        }
        return done;
    }

    /** Waits for a thread. If it is inside a name look-up that hangs, it is not waited for where that is of no use. */
    private static boolean awaitEnd(StageThread thread, long untilNanos, BooleanSupplier useless)
            throws InterruptedException {
        while (!thread.join(STEP)) {
            if (thread.hangs() && useless.getAsBoolean()) {
                return true;
            }
            if (thread.isCurrent() || System.nanoTime() - untilNanos > 0) {
                return false;
            }
        }
        return true;
    }

    private void tellToEnd() {
        path.stopSensing();
        parts.queue.close();
        sense.interrupt();
        encode.interrupt();
        interconnect.stop();
    }

    /** Ends at once. Packets that are not acknowledged are lost, unless the spool has a journal. Ends all threads except the calling one. */
    public void abort() throws InterruptedException {
        tellToEnd();
        send.forEach(StageThread::interrupt);
        List<StageThread> threads = new ArrayList<>(send);
        threads.addAll(List.of(sense, encode));
        for (StageThread thread : threads) {
            long until = System.nanoTime() + ABORT_PATIENCE.toNanos();
            boolean ended = awaitEnd(thread, until, () -> true);
            if (thread.hangs()) {
                LOG.warn("{} a thread still waits for a name to be resolved, and ends then", interconnect.label());
            } else if (!ended && !thread.isCurrent()) {
                LOG.warn("{} a thread does not end", interconnect.label());
            }
        }
        parts.spool.journal().close();
        interconnect.stopCommands(ABORT_PATIENCE);
        parts.events.close(ABORT_PATIENCE);
        parts.progress.changed();
    }

    // --- called by the app ---

    /** The input of a group of events; empty for a sampled group. */
    public Optional<EventInput> events(int group) {
        return parts.eventInputs.get(group);
    }

    /** The input of a group whose sensor sets come from the app. */
    public Optional<SensorInput> input(int group) {
        return parts.inputs.get(group);
    }

    /** What is registered, with the groups that were added. */
    public RegistrationRequest registration() {
        return parts.described.registration();
    }

    /** The groups that are complete. */
    public List<SensorGroup> groups() {
        int complete = parts.inputs.size();
        return new ArrayList<>(parts.groups).subList(0, complete);
    }

    /**
     * Adds a group. One at a time.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} if a detector does not fit the group; nothing has changed then. Also if the spool's directory
     *     cannot be written; the MBU fails then
     */
    public void add(SendPathSetup.Addition addition) {
        parts.requireWatchable(addition.group());
        countSensor(addition.source());
        parts.add(addition);
    }

    /**
     * Gives a group that an earlier process added its source.
     *
     * @throws IllegalArgumentException if that is a sensor, and the app has used the group's input; nothing has changed then
     */
    public void connect(int group, SendPathSetup.Source source) {
        if (source.sensor().isPresent()) {
            parts.requireUnused(group);
        }
        countSensor(source);
        parts.connect(group, source);
    }

    private void countSensor(SendPathSetup.Source source) {
        if (source.sensor().isPresent()) {
            sensorsLeft.incrementAndGet();
        }
    }

    /**
     * The sensors of a group were put away.
     *
     * @return false if the MBU makes the group: of another one, or of what its detectors find
     */
    public boolean retire(int group) {
        parts.presences.get(group).ifPresent(GroupPresence::retire);
        return parts.presences.get(group).isPresent();
    }

    /**
     * The sensors of a group are back.
     *
     * @return false if the MBU makes the group: of another one, or of what its detectors find
     */
    public boolean resume(int group) {
        parts.presences.get(group).ifPresent(GroupPresence::resume);
        return parts.presences.get(group).isPresent();
    }

    /** Makes the chains release the sensor sets of the app that they hold back. */
    public void flush() {
        for (int g = 0; g < parts.inputs.size(); g++) {
            if (parts.inputs.get(g).isPresent()) {
                parts.queue.flush(g);
            }
        }
    }

    /** Whether all sensors have ended and the host has stored everything that entered. */
    public boolean delivered() {
        return sensorsLeft.get() <= 0 && parts.counters.stream().allMatch(GroupCounters::allSettled);
    }

    /** Why the send path failed, if it did. */
    public Optional<BanipException> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** The failure of a sensor, if one failed. */
    public Optional<BanipException> sensorFailure() {
        return Optional.ofNullable(sensorFailure.get());
    }

    /** Wakes threads that wait for a change. */
    public Progress progress() {
        return parts.progress;
    }

    /** The interconnect. */
    public Interconnect interconnect() {
        return interconnect;
    }

    /** The conditions of the links. */
    public LinkConditions conditions() {
        return parts.meter.newest();
    }

    /** The counters of each group. */
    public List<GroupCounters> counters() {
        return parts.counters;
    }

    /** The spool, with the items that are not acknowledged. */
    public SpoolLog spool() {
        return parts.spool;
    }

    /** The number of events that were lost because the app's listener was too slow. */
    public long eventsLost() {
        return parts.events.lost();
    }
}
