package org.banip.mbu.send;

import java.util.List;
import org.banip.mbu.send.SensingStage.PulledSensor;
import org.banip.mbu.settings.FullPolicy;
import org.jspecify.annotations.Nullable;

/** Which of the sensors are due, and for how many units the queue has room. Belongs to the sensing thread. */
final class DueSensors {
    private final List<PulledSensor> sensors;
    private final SetQueue queue;

    /** Of these sensors, and of those that the list gets later. */
    DueSensors(List<PulledSensor> sensors, SetQueue queue) {
        this.sensors = sensors;
        this.queue = queue;
    }

    /** Whether one of them has not ended. */
    boolean isAnyLeft() {
        return sensors.stream().anyMatch(sensor -> !sensor.ended);
    }

    /** The sensor with the earliest unit that can be read now, or null. */
    @Nullable
    PulledSensor furthestBehind(long now) {
        PulledSensor best = null;
        for (PulledSensor sensor : sensors) {
            boolean ready = !sensor.ended && unitsToRead(sensor, now) > 0;
            if (ready && (best == null || sensor.nextInstantNanos() < best.nextInstantNanos())) {
                best = sensor;
            }
        }
        return best;
    }

    /** How many units of a sensor can be read now. If only room is missing, the queue wakes the thread when there is some. */
    int unitsToRead(PulledSensor sensor, long now) {
        int due = sensor.due(now);
        return due > 0 && sensor.policy == FullPolicy.WAIT ? Math.min(due, queue.room(sensor.group)) : due;
    }

    /** The time when all sensor sets that the next packet lacks are due, or as many as are read at once. */
    long nextDueNanos(long now) {
        long next = Long.MAX_VALUE;
        for (PulledSensor sensor : sensors) {
            if (!sensor.ended && !sensor.retired && sensor.due(now) == 0) {
                next = Math.min(next, sensor.dueNanos(queue.wanted(sensor.group)));
            }
        }
        return next;
    }
}
