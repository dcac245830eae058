package org.banip.app.watch;

import java.util.List;
import org.banip.core.ban.SensorGroup;

/** Hears of one surrogate's life, on the stream's thread. */
public interface LiveListener {
    /** What it measures; before anything else. */
    void measures(List<SensorGroup> groups);

    /**
     * Sensor sets came.
     *
     * @param group their group's number
     * @param originNanos instant of unit 0 of their sampling grid
     * @param firstUnit the first one's number on it
     * @param units how many
     * @param samples all of the first channel, then all of the second, and so on
     */
    void sampled(int group, long originNanos, long firstUnit, int units, long[] samples);

    /** Sensor sets were given up by the MBU, or left out for this viewer. */
    void missing(long units);

    /** Whether something is heard of the MBU. */
    void heard(boolean alive);
}
