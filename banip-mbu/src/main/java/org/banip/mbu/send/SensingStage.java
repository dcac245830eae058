package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sampling.SteadyClock;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Signal;
import org.banip.mbu.stage.StageThread;
import org.jspecify.annotations.Nullable;

/**
 * Reads each sensor's units when they are due, into the queue; whoever is furthest behind goes first, and a late thread catches
 * up in blocks. Its state belongs to the thread {@code banip-sense}.
 *
 * <p>A sensor whose group may wait is not read while there is no room; one whose group drops is read on, and what finds no room
 * is declared lost.
 */
public final class SensingStage implements StageThread.Role {
    /** Learns what becomes of sensors, on the sensing thread. */
    public interface Listener {
        /** The sensor has no more. */
        void ended(int group);

        /** The sensor cannot be read on. */
        void failed(int group, BanipException failure);
    }

    private final List<PulledSensor> sensors = new ArrayList<>();
    private final SetQueue queue;
    private final List<GroupCounters> counters;
    private final SteadyClock clock;
    private final Signal room;
    private final Listener listener;
    private volatile boolean stopped;

    /** A stage that reads these sensors into the queue; the signal is raised when the queue has room. */
    SensingStage(
            List<PulledSensor> sensors,
            SetQueue queue,
            List<GroupCounters> counters,
            SteadyClock clock,
            Signal room,
            Listener listener) {
        this.sensors.addAll(sensors);
        this.queue = queue;
        this.counters = counters;
        this.clock = clock;
        this.room = room;
        this.listener = listener;
    }

    @Override
    public void run() throws InterruptedException {
        try {
            while (!stopped && sensors.stream().anyMatch(sensor -> !sensor.ended())) {
                long now = clock.epochNanos();
                PulledSensor next = furthestBehind(now);
                if (next == null) {
                    room.await(clock, nextDueNanos(now) - now);
                } else {
                    read(next, now);
                }
            }
            readTheLast();
        } finally {
            sensors.forEach(sensor -> sensor.sensor.close());
        }
    }

    /** Ends the thread before its next read. */
    public void stop() {
        stopped = true;
        room.raise();
    }

    /** Reads what became due while the thread waited for a whole packet, when it is stopped. */
    private void readTheLast() throws InterruptedException {
        long now = clock.epochNanos();
        for (PulledSensor sensor : sensors) {
            if (!sensor.ended() && !sensor.unpaced() && unitsToRead(sensor, now) > 0) {
                read(sensor, now);
            }
        }
    }

    private @Nullable PulledSensor furthestBehind(long now) {
        PulledSensor best = null;
        for (PulledSensor sensor : sensors) {
            boolean ready = !sensor.ended() && unitsToRead(sensor, now) > 0;
            if (ready && (best == null || sensor.nextInstantNanos() < best.nextInstantNanos())) {
                best = sensor;
            }
        }
        return best;
    }

    private int unitsToRead(PulledSensor sensor, long now) {
        int due = sensor.due(now);
        return due > 0 && sensor.policy == FullPolicy.WAIT ? Math.min(due, queue.room(sensor.group)) : due;
    }

    /**
     * When the sensor sets that the next packet lacks will all be due, or as many as are read at once; what waits for room is woken by the
     * signal.
     */
    private long nextDueNanos(long now) {
        long next = Long.MAX_VALUE;
        for (PulledSensor sensor : sensors) {
            if (!sensor.ended() && sensor.due(now) == 0) {
                next = Math.min(next, sensor.dueNanos(queue.wanted(sensor.group)));
            }
        }
        return next;
    }

    private void read(PulledSensor sensor, long now) throws InterruptedException {
        try {
            Block block = sensor.read(unitsToRead(sensor, now));
            if (block == null) {
                end(sensor);
                listener.ended(sensor.group);
                return;
            }
            deliver(sensor, block);
        } catch (BanipException e) {
            end(sensor);
            listener.failed(sensor.group, e);
        }
    }

    private void deliver(PulledSensor sensor, Block block) throws InterruptedException {
        int group = sensor.group;
        int units = block.unitCount();
        counters.get(group).unitsProduced.addAndGet(units);
        counters.get(group).bytesRaw.addAndGet(block.length());
        int done = queue.offer(group, block, 0);
        while (done < units && sensor.policy == FullPolicy.WAIT && queue.awaitRoom(group)) {
            done += queue.offer(group, block, done);
        }
        if (done < units) {
            counters.get(group).unitsDropped.addAndGet(units - done);
            queue.lose(group, block.originNanos(), block.firstUnit() + done, units - done, Gap.Reason.SPOOL_FULL);
        }
    }

    private void end(PulledSensor sensor) {
        sensor.end();
        queue.flush(sensor.group);
    }
}
