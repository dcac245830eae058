package org.banip.mbu.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.interconnect.Interconnect;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Progress;
import org.banip.mbu.stage.StageThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a {@link SendPath}: its threads, from start to end, and what it can fail of. Any thread. */
public final class RunningSendPath {
    private static final Logger LOG = LoggerFactory.getLogger(RunningSendPath.class);
    private static final Duration ABORT_PATIENCE = Duration.ofSeconds(5);

    private final SendParts parts;
    private final SendPath path;
    private final Interconnect interconnect;

    private final StageThread sense;
    private final StageThread encode;
    private final List<StageThread> send = new ArrayList<>();

    private final AtomicInteger sensorsLeft = new AtomicInteger();
    private final AtomicReference<BanipException> sensorFailure = new AtomicReference<>();
    private final AtomicReference<BanipException> failure = new AtomicReference<>();

    /** A send path at rest; makes no connection yet. */
    public RunningSendPath(SendPathSetup setup) {
        parts = new SendParts(setup, new Sensors(), this::declared);
        path = parts.path;
        interconnect = parts.interconnect;
        sensorsLeft.set((int) setup.sources().stream()
                .filter(source -> source.sensor().isPresent())
                .count());
        String suffix = setup.context().threadSuffix();
        sense = new StageThread("banip-sense-" + suffix, path::sense, this::died);
        encode = new StageThread("banip-encode-" + suffix, path::encode, this::died);
        for (int g = 0; g < setup.uplinks().size(); g++) {
            int link = g;
            send.add(new StageThread("banip-send-" + suffix, () -> path.carry(link), this::died));
        }
    }

    /** Starts the threads, the last stage first. */
    public void start() {
        parts.events.start();
        interconnect.startCommands();
        send.forEach(StageThread::start);
        encode.start();
        sense.start();
    }

    // --- what happens on the way ---

    /** Learns what becomes of sensors, on the sensing thread. */
    private final class Sensors implements SensingStage.Listener {
        @Override
        public void ended(int group) {
            parts.events.emit(new MbuEvent.SensorEnded(parts.groups.get(group).name()));
            left();
        }

        @Override
        public void failed(int group, BanipException e) {
            String name = parts.groups.get(group).name();
            LOG.error("{} sensor of group {} failed: {}", interconnect.label(), name, e.getMessage());
            parts.events.emit(new MbuEvent.SensorFailed(name, e));
            sensorFailure.compareAndSet(null, e);
            left();
        }

        private void left() {
            sensorsLeft.decrementAndGet();
            parts.progress.changed();
        }
    }

    private void declared(Gap gap) {
        parts.events.emit(new MbuEvent.GapDeclared(parts.groups.get(gap.group()).name(), gap));
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
            parts.events.emit(new MbuEvent.Failed(reason));
            tellToEnd();
            parts.progress.changed();
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
        path.stopSensing();
        boolean done = sense.join(timeout);
        parts.queue.close(); // first, so that nothing is taken behind the flush
        for (int g = 0; g < parts.groups.size(); g++) {
            parts.queue.flush(g);
        }
        path.finishEncoding();
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
        path.stopSensing();
        parts.queue.close();
        sense.interrupt();
        encode.interrupt();
        interconnect.stop();
    }

    /** Ends at once; what is not acknowledged is lost. Ends all threads but the one that calls. */
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
        parts.events.close(ABORT_PATIENCE);
        parts.progress.changed();
    }

    // --- what an app asks for ---

    /** Where the app hands over a group's sensor sets, if it does. */
    public Optional<SensorInput> input(int group) {
        return parts.inputs.get(group);
    }

    /** Lets the chains hand on what they hold back of what the app brings. */
    public void flush() {
        for (int g = 0; g < parts.groups.size(); g++) {
            if (parts.inputs.get(g).isPresent()) {
                parts.queue.flush(g);
            }
        }
    }

    /** Whether all sensors have ended and everything that entered is stored by the host. */
    public boolean delivered() {
        return sensorsLeft.get() <= 0 && parts.counters.stream().allMatch(GroupCounters::allSettled);
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
        return parts.progress;
    }

    /** The interconnect. */
    public Interconnect interconnect() {
        return interconnect;
    }

    /** What is known of the links. */
    public LinkConditions conditions() {
        return parts.meter.newest();
    }

    /** What the stages count, per group. */
    public List<GroupCounters> counters() {
        return parts.counters;
    }

    /** What is not acknowledged. */
    public SpoolLog spool() {
        return parts.spool;
    }

    /** How many events the app's listener was too slow to take. */
    public long eventsLost() {
        return parts.events.lost();
    }
}
