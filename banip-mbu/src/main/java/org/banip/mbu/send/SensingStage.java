package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.SpoolJournal;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * Reads each sensor's units into the queue when they are due. The sensor that is furthest behind goes first. A late thread catches up in blocks.
 * The state belongs to the thread {@code banip-sense}.
 *
 * <p>When there is no room, a sensor with the policy {@code WAIT} is not read. A sensor with another policy is read, and the stage declares the
 * sensor sets without room as lost.
 */
final class SensingStage {
    /** Is told about sensors, on the sensing thread. */
    interface Listener {
        /** The sensor has ended. */
        void ended(int group);

        /** The sensor failed. */
        void failed(int group, BanipException failure);

        /** The sensor could not be closed. */
        void notClosed(int group, Throwable cause);
    }

    private final List<PulledSensor> sensors = new ArrayList<>();
    private final DueSensors dueSensors;
    private final SetQueue queue;
    private final List<GroupCounters> counters;
    private final Detectors detectors;
    private final SteadyClock clock;
    private final WakeUp room;
    private final Listener listener;
    /** What the app said of groups, in order. */
    private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();

    private @Nullable PulledSensor due;
    private volatile boolean stopped;
    private volatile boolean grows;

    /** A stage that reads these sensors into the queue, past the detectors. The queue raises the wake-up when it has room. */
    SensingStage(
            List<PulledSensor> sensors,
            SetQueue queue,
            List<GroupCounters> counters,
            Detectors detectors,
            SteadyClock clock,
            WakeUp room,
            Listener listener) {
        this.sensors.addAll(sensors);
        this.queue = queue;
        dueSensors = new DueSensors(this.sensors, queue);
        this.counters = counters;
        this.detectors = detectors;
        this.clock = clock;
        this.room = room;
        this.listener = listener;
    }

    /** Declares what is missing since an earlier process, before anything is read. */
    void resume(SpoolJournal earlier) {
        detectors.begin();
        sensors.forEach(sensor -> resume(sensor, earlier));
    }

    private void resume(PulledSensor sensor, SpoolJournal earlier) {
        Kept.End end = earlier.resumedAt(sensor.group).orElse(null);
        sensor.declaredRetired = end != null && end.retired();
        if (sensor.declaredRetired) {
            detectors.retired(sensor.group);
        }
        long missing = end == null ? 0 : DownTime.units(sensor.frequency, end, sensor.nextInstantNanos());
        if (end != null && !end.retired() && missing > 0) {
            queue.lose(sensor.group, end.originNanos(), end.unit(), missing, Gap.Reason.SENSOR_SILENT);
        }
    }

    /** From now on sensors may be added: the sensing thread waits for them when all others have ended. Before it starts. */
    void mayGrow() {
        grows = true;
    }

    /**
     * Reads one more sensor, from the unit on that is due now; any thread.
     *
     * @param earlier says where an earlier process was with the group
     */
    GroupPresence add(PulledSensor sensor, SpoolJournal earlier) {
        change(() -> {
            sensor.skipDue(clock.epochNanos());
            resume(sensor, earlier);
            sensors.add(sensor);
        });
        return presenceOf(sensor);
    }

    /**
     * Waits until units of a sensor are due, and meanwhile tells detectors the time. Returns false if all sensors have ended and nothing is watched,
     * or if the stage was stopped.
     */
    boolean awaitDue() throws InterruptedException {
        due = null;
        applyChanges();
        while (!stopped && (grows || detectors.watches() || dueSensors.isAnyLeft())) {
            long now = clock.epochNanos();
            detectors.tick(now);
            due = dueSensors.furthestBehind(now);
            if (due != null) {
                return true;
            }
            room.await(clock, Math.min(dueSensors.nextDueNanos(now), detectors.nextTickNanos()) - now);
            applyChanges();
        }
        return false;
    }

    /** The presence of a group whose sensor the MBU reads. The sensing thread acts on it, before the next read. */
    GroupPresence presence(int group) {
        PulledSensor sensor = sensors.stream()
                .filter(each -> each.group == group)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("group " + group + " is not read from a sensor"));
        return presenceOf(sensor);
    }

    private GroupPresence presenceOf(PulledSensor sensor) {
        return new GroupPresence() {
            @Override
            public void retire() {
                change(() -> SensingStage.this.retire(sensor));
            }

            @Override
            public void resume() {
                change(() -> SensingStage.this.resume(sensor));
            }
        };
    }

    private void change(Runnable how) {
        changes.add(how);
        room.raise();
    }

    private void applyChanges() {
        for (Runnable next = changes.poll(); next != null; next = changes.poll()) {
            next.run();
        }
    }

    /** What is due belongs to the group still. The unit after it takes the place in the signal from which on the group is retired. */
    private void retire(PulledSensor sensor) {
        if (sensor.ended || sensor.retired) {
            return;
        }
        if (!sensor.unpaced()) {
            read(sensor, clock.epochNanos());
        }
        if (!sensor.ended) {
            sensor.retired = true;
            counters.get(sensor.group).retired.set(true);
            if (!sensor.declaredRetired) {
                sensor.declaredRetired = queue.retire(sensor.group, sensor.schedule.originNanos(), sensor.read);
                sensor.read++;
            }
            detectors.retired(sensor.group);
            detectors.tell();
        }
    }

    /** The sensor goes on with the unit that is due now, on its grid. */
    private void resume(PulledSensor sensor) {
        if (sensor.retired) {
            sensor.retired = false;
            counters.get(sensor.group).retired.set(false);
            sensor.skipDue(clock.epochNanos());
        }
    }

    /** Reads the due units of the sensor for which {@link #awaitDue} waited, into the queue. */
    void readDue() {
        PulledSensor sensor = due;
        if (sensor != null) {
            read(sensor, clock.epochNanos());
        }
    }

    /** Reads the units that became due while the thread waited for a whole packet, when the stage was stopped. */
    void readTheLast() {
        applyChanges();
        long now = clock.epochNanos();
        for (PulledSensor sensor : sensors) {
            if (!sensor.ended && !sensor.unpaced() && dueSensors.unitsToRead(sensor, now) > 0) {
                read(sensor, now);
            }
        }
    }

    /** Ends {@link #awaitDue}; any thread. */
    void stop() {
        stopped = true;
        room.raise();
    }

    /** Closes all sensors, also after one of them that cannot be closed. */
    void close() {
        for (PulledSensor sensor : sensors) {
            try {
                sensor.sensor.close();
            } catch (RuntimeException | LinkageError e) {
                listener.notClosed(sensor.group, e);
            }
        }
    }

    private void read(PulledSensor sensor, long now) {
        int units = dueSensors.unitsToRead(sensor, now);
        if (units == 0) { // an app's input of the same service class has taken the room
            return;
        }
        Block block;
        try {
            block = sensor.read(units);
        } catch (BanipException e) {
            fail(sensor, e);
            return;
        } catch (RuntimeException | LinkageError e) { // the app's code: the other sensors continue
            fail(sensor, new BanipException(ErrorCode.INTERNAL, "sensor of group " + sensor.name() + " threw " + e, e));
            return;
        }
        if (block == null) {
            end(sensor);
            listener.ended(sensor.group);
        } else {
            deliver(sensor, block);
        }
    }

    private void fail(PulledSensor sensor, BanipException failure) {
        end(sensor);
        listener.failed(sensor.group, failure);
    }

    private void deliver(PulledSensor sensor, Block block) {
        int group = sensor.group;
        int units = block.unitCount();
        if (sensor.declaredRetired) {
            queue.back(group, sensor.schedule.instantNanos(sensor.frequency, block.firstUnit()));
        }
        sensor.declaredRetired = false;
        counters.get(group).unitsProduced.addAndGet(units);
        counters.get(group).bytesRaw.addAndGet(block.length());
        if (detectors.watches()) {
            detectors.sets(group, block);
            detectors.tell();
        }
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

    /** A sensor that the MBU reads, and the position in it. Belongs to the sensing thread. */
    static final class PulledSensor {
        private static final int MAX_UNITS = 256;

        final int group;
        final Sensor sensor;
        final FullPolicy policy;
        private final SensorGroup description;
        private final Frequency frequency;
        private final int setBytes;
        private final SamplingSchedule schedule;
        private final Block block = new Block(1024);

        /** The next unit of the signal; the sensor itself knows no numbers. */
        private long read;

        boolean ended;
        boolean retired;
        /** Whether the host is told that the group is retired, and nothing followed. */
        private boolean declaredRetired;

        PulledSensor(int group, Sensor sensor, SamplingSchedule schedule, FullPolicy policy) {
            this.group = group;
            this.sensor = sensor;
            this.policy =
                    policy == FullPolicy.REFUSE ? FullPolicy.DROP_NEWEST : policy; // a sensor does not offer again
            this.schedule = schedule;
            description = sensor.group();
            frequency = description.frequency();
            setBytes = description.setBytes();
        }

        /** The number of due units, at most the number that is read at once. */
        int due(long nowNanos) {
            return retired ? 0 : (int) Math.max(0, Math.min(schedule.unitsDue(frequency, nowNanos) - read, MAX_UNITS));
        }

        /** The time when this number of further units is due, at most the number that is read at once. */
        long dueNanos(int units) {
            return schedule.dueNanos(frequency, read + Math.min(units, MAX_UNITS) - 1);
        }

        /** Goes on with the unit that is due now; if it is unpaced, with the next one. */
        void skipDue(long nowNanos) {
            read = unpaced() ? read : Math.max(read, schedule.unitsDue(frequency, nowNanos));
        }

        String name() {
            return description.name();
        }

        /** Whether its units are due as soon as there is room. */
        boolean unpaced() {
            return schedule.unpaced();
        }

        long nextInstantNanos() {
            return schedule.instantNanos(frequency, read);
        }

        /** Reads at most this number of units. Returns null if there are no more. */
        @Nullable
        Block read(int maxUnits) {
            block.clear();
            block.describe(schedule.originNanos(), read, 0);
            int units = sensor.read(block, maxUnits);
            if (units < 0) {
                return null;
            }
            if (units == 0 || units > maxUnits || block.length() != units * setBytes) {
                throw new BanipException(
                        ErrorCode.INVALID_SAMPLE,
                        "sensor of group " + name() + " returned " + Counted.of(units, "sensor set") + " in "
                                + Counted.of(block.length(), "byte") + ", allowed are 1 to " + maxUnits + " of "
                                + Counted.of(setBytes, "byte") + ", or -1 at the end of the sensor");
            }
            block.describe(schedule.originNanos(), read, units);
            read += units;
            return block;
        }
    }
}
