package org.banip.app.watch;

import java.util.List;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Quoted;

/** Receives one surrogate's events, on the stream's thread. */
public interface LiveListener {
    /** The surrogate's groups; this comes first. */
    void measures(List<SensorGroup> groups);

    /** Sensor sets arrived.
     *
     * @param group number of their group
     * @param originNanos instant of unit 0 of their sampling grid
     * @param firstUnit number of the first one on that grid
     * @param units their number
     * @param samples all samples of the first channel, then all of the second, and so on
     */
    void sampled(int group, long originNanos, long firstUnit, int units, long[] samples);

    /** Events of a group without a sampling grid arrived. */
    void happened(Happened events);

    /**
     * Sensor sets were given up by the MBU, or come later in the group that has what is late.
     *
     * @param group number of their group
     * @param originNanos instant of unit 0 of their sampling grid
     * @param firstUnit number of the first one on that grid
     * @param units their number
     */
    void givenUp(int group, long originNanos, long firstUnit, long units);

    /**
     * The MBU stopped a group: its next sensor set would have been this one. Nothing is missing.
     *
     * @param group number of the group
     * @param originNanos instant of unit 0 of its sampling grid
     * @param firstUnit number of the first one on that grid that was not sampled
     */
    default void retired(int group, long originNanos, long firstUnit) {}

    /** Whether what comes from now on was stored before this viewer came. */
    default void tail(boolean is) {}

    /** Sensor sets were dropped for this viewer. */
    void missing(long units);

    /** Whether the MBU is active. */
    void heard(boolean alive);

    /** The surrogate says something, in one {@link #line}. */
    void told(String text);

    /** A step of an alert was made. */
    default void alerted(AlertNotice step) {}

    /** What a surrogate says, cut to 200 characters and without control characters. */
    static String line(String text) {
        return Quoted.line(text, 200);
    }
}
