package org.banip.mbu.send;

import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.sensor.Sensor;
import org.banip.mbu.settings.FullPolicy;

/** A sensor that the MBU reads, and how far it has been read. Belongs to the sensing thread. */
final class PulledSensor {
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

    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
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

    /** Reads at most so many units; null if there are no more. */
    @org.jspecify.annotations.Nullable
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
