package org.banip.mbu.send;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.banip.alerts.AlertRules;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.alerts.finding.FindingListener;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SteadyClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives sensor sets to the MBU's detectors before they enter the queue, so that nothing that happens behind it matters: no link, no room. What is found
 * goes to the host, as an event, and to the app's listener.
 *
 * <p>Any thread. Each group's watch is guarded by its own monitor, which nobody holds while the listener is called. Findings are told one after the
 * other, by a thread that offers sensor sets or by {@code banip-sense}.
 */
final class Detectors {
    private static final Logger LOG = LoggerFactory.getLogger(Detectors.class);
    private static final long TICK_NANOS = 1_000_000_000L;

    private final List<Optional<Watched>> groups = new CopyOnWriteArrayList<>();
    private final FindingListener listener;
    private final Consumer<MbuEvent> dropped;
    private final SteadyClock clock;
    /** Wakes the sensing thread. */
    private final Runnable wake;

    private final Queue<Finding> found = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean telling = new AtomicBoolean();
    private @Nullable EventInput events;
    private volatile boolean watches;
    /** Belongs to the sensing thread. */
    private long nextTickNanos = Long.MIN_VALUE;

    /** One group. Guarded by itself. */
    private static final class Watched {
        final SensorGroup group;
        final GroupWatch watch;
        boolean begun;
        /** Where the signal goes on, on its last grid. */
        long originNanos;

        long nextUnit;
        /** The instant of its last unit, and when that came. */
        long reachedNanos;

        long cameNanos;
        /** Whether the sensors were put away. */
        boolean retired;

        Watched(SensorGroup group, GroupWatch watch) {
            this.group = group;
            this.watch = watch;
        }

        void reached(long origin, long next, long nowNanos) {
            begun = true;
            originNanos = origin;
            nextUnit = next;
            reachedNanos = group.frequency().instantNanos(origin, next - 1);
            cameNanos = nowNanos;
        }
    }

    /** Nothing is watched yet. */
    Detectors(FindingListener listener, SteadyClock clock, Runnable wake, Consumer<MbuEvent> dropped) {
        this.listener = listener;
        this.dropped = dropped;
        this.clock = clock;
        this.wake = wake;
    }

    /** Watches the next group, if {@code sensed} and if a detector is for it. */
    void add(SensorGroup group, boolean sensed, AlertRules rules) {
        boolean watched = sensed && rules.watches(group);
        groups.add(watched ? Optional.of(new Watched(group, rules.watch(group, this::found))) : Optional.empty());
        if (watched) {
            watches = true;
            wake.run(); // the sensing thread may wait for as long as nothing is watched
        }
    }

    /** Findings go to the host by this input. */
    void sendBy(EventInput input) {
        events = input;
    }

    /** Whether the clock matters. */
    boolean watches() {
        return watches;
    }

    private void found(Finding finding) {
        found.add(finding);
    }

    /** These sensor sets of a group are next. Does not call the listener. */
    void sets(int group, Block sets) {
        Watched watched = watched(group);
        if (watched == null) {
            return;
        }
        int units = sets.unitCount();
        synchronized (watched) {
            watched.watch.sensorSets(sets.bytes(), 0, units, sets.originNanos(), sets.firstUnit());
            watched.reached(sets.originNanos(), sets.firstUnit() + units, clock.epochNanos());
            watched.retired = false;
        }
    }

    /**
     * A group is retired: what was found in it ends, and its silence is none until sensor sets come. It is retired from the end of its signal on, by the
     * sensor's instants, which need not be the clock's. Does nothing if it is retired. Does not call the listener.
     */
    void retired(int group) {
        Watched watched = watched(group);
        if (watched == null) {
            return;
        }
        synchronized (watched) {
            if (!watched.retired) {
                long now = clock.epochNanos();
                long origin = watched.begun ? watched.originNanos : now;
                long unit = watched.begun ? watched.nextUnit : 0;
                watched.watch.gap(origin, unit, 1, Gap.Reason.RETIRED);
                watched.reached(origin, unit + 1, now);
                watched.retired = true;
            }
        }
    }

    private @Nullable Watched watched(int group) {
        return group < groups.size() ? groups.get(group).orElse(null) : null;
    }

    /** Lets the sensing thread tell what was found, because the calling one may have to wait. */
    void tellElsewhere() {
        if (!found.isEmpty()) {
            wake.run();
        }
    }

    /** Tells the host that what an earlier process found is no longer known. On the sensing thread, first. */
    void begin() {
        boolean unused = send(clock.epochNanos(), new FindingEvent(FindingEvent.BEGUN, ""));
    }

    /** Tells the time to the detectors when that is due, and what was found. On the sensing thread. */
    void tick(long nowNanos) {
        if (watches && nowNanos >= nextTickNanos) {
            nextTickNanos = nowNanos + TICK_NANOS;
            groups.forEach(watched -> watched.ifPresent(found -> time(found, nowNanos)));
        }
        tell();
    }

    /** The next time when {@link #tick} has something to do. */
    long nextTickNanos() {
        return watches ? nextTickNanos : Long.MAX_VALUE;
    }

    /** The sensor's instants need not be the clock's: time goes on from the last sensor set. */
    private static void time(Watched watched, long nowNanos) {
        synchronized (watched) {
            watched.watch.time(
                    watched.begun ? watched.reachedNanos + Math.max(0, nowNanos - watched.cameNanos) : nowNanos);
        }
    }

    /** Tells what was found, unless another thread does. Must not be called while a monitor is held. */
    void tell() {
        while (!found.isEmpty() && telling.compareAndSet(false, true)) {
            try {
                for (Finding next = found.poll(); next != null; next = found.poll()) {
                    tell(next);
                }
            } finally {
                telling.set(false);
            }
        }
    }

    private void tell(Finding finding) {
        try {
            listener.found(finding);
        } catch (RuntimeException e) {
            LOG.error("the listener of findings failed", e);
        }
        if (!send(finding.atNanos(), FindingEvent.of(finding))) {
            dropped.accept(new MbuEvent.FindingDropped(finding.detector(), finding.kind(), finding.begins()));
        }
    }

    /** False if there was no room. */
    private boolean send(long atNanos, FindingEvent event) {
        EventInput to = events;
        if (to == null) {
            return true;
        }
        OfferOutcome outcome = to.offerAll(Collections.singletonList(
                new EventInput.Event(atNanos, event.text(), Collections.singletonList(event.sample()))));
        boolean full = outcome == OfferOutcome.REJECTED || outcome == OfferOutcome.DROPPED;
        if (full) {
            LOG.warn("no room to tell the host of a finding");
        }
        return !full;
    }
}
