package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Reads each sensor's units when they are due, into the queue; the sensor that is furthest behind goes first, and a late thread catches
 * up in blocks. Its state belongs to the thread {@code banip-sense}.
 *
 * <p>A sensor whose group may wait is not read while there is no room; one whose group drops is read on, and what finds no room
 * is declared lost.
 */
final class SensingStage {
    /** Learns what becomes of sensors, on the sensing thread. */
    interface Listener {
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
    private @Nullable PulledSensor due;
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

    /** Waits until units of a sensor are due; false if all sensors have ended, or the stage was stopped. */
    boolean awaitDue() throws InterruptedException {
        due = null;
        while (!stopped && sensors.stream().anyMatch(sensor -> !sensor.ended)) {
            long now = clock.epochNanos();
            due = furthestBehind(now);
            if (due != null) {
                return true;
            }
            room.await(clock, nextDueNanos(now) - now);
        }
        return false;
    }

    /** Reads what is due of the sensor that was waited for, into the queue. */
    void readDue() {
        PulledSensor sensor = due;
        if (sensor != null) {
            read(sensor, clock.epochNanos());
        }
    }

    /** Reads what became due while the thread waited for a whole packet, when the stage was stopped. */
    void readTheLast() {
        long now = clock.epochNanos();
        for (PulledSensor sensor : sensors) {
            if (!sensor.ended && !sensor.unpaced() && unitsToRead(sensor, now) > 0) {
                read(sensor, now);
            }
        }
    }

    /** Ends {@link #awaitDue}; any thread. */
    void stop() {
        stopped = true;
        room.raise();
    }

    /** Closes all sensors. */
    void close() {
        sensors.forEach(sensor -> sensor.sensor.close());
    }

    private @Nullable PulledSensor furthestBehind(long now) {
        PulledSensor best = null;
        for (PulledSensor sensor : sensors) {
            boolean ready = !sensor.ended && unitsToRead(sensor, now) > 0;
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
            if (!sensor.ended && sensor.due(now) == 0) {
                next = Math.min(next, sensor.dueNanos(queue.wanted(sensor.group)));
            }
        }
        return next;
    }

    private void read(PulledSensor sensor, long now) {
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

    private void deliver(PulledSensor sensor, Block block) {
        int group = sensor.group;
        int units = block.unitCount();
        counters.get(group).unitsProduced.addAndGet(units);
        counters.get(group).bytesRaw.addAndGet(block.length());
        int done = queue.offer(group, block, sensor.policy);
        if (done < units) {
            counters.get(group).unitsDropped.addAndGet(units - done);
            queue.lose(group, block.originNanos(), block.firstUnit() + done, units - done, Gap.Reason.SPOOL_FULL);
        }
    }

    private void end(PulledSensor sensor) {
        sensor.ended = true;
        queue.flush(sensor.group);
    }

    /** A sensor that the MBU reads, and how far it has been read. Belongs to the sensing thread. */
    static final class PulledSensor {
        private static final int MAX_UNITS = 256;

        final int group;
        final Sensor sensor;
        final FullPolicy policy;
        private final Frequency frequency;
        private final SamplingSchedule schedule;
        private final Block block = new Block(1024);

        private long read;
        private boolean ended;

        PulledSensor(int group, Sensor sensor, SamplingSchedule schedule, FullPolicy policy) {
            this.group = group;
            this.sensor = sensor;
            this.policy = policy;
            this.schedule = schedule;
            frequency = sensor.group().frequency();
        }

        /** How many units are due, at most what is read at once. */
        int due(long nowNanos) {
            return (int) Math.max(0, Math.min(schedule.unitsDue(frequency, nowNanos) - read, MAX_UNITS));
        }

        /** When this number of further units will be due, at most the number that is read at once. */
        long dueNanos(int units) {
            return schedule.dueNanos(frequency, read + Math.min(units, MAX_UNITS) - 1);
        }

        /** Whether its units are due as soon as there is room. */
        boolean unpaced() {
            return schedule.unpaced();
        }

        long nextInstantNanos() {
            return schedule.instantNanos(frequency, read);
        }

        /** Reads at most the given number of units; null if there are no more. */
        @Nullable
        Block read(int maxUnits) {
            block.clear();
            int units = sensor.read(block, maxUnits);
            if (units < 0) {
                return null;
            }
            block.describe(schedule.originNanos(), read, units);
            read += units;
            return block;
        }
    }
}
