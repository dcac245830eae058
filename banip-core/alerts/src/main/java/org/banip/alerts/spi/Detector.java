package org.banip.alerts.spi;

import org.banip.core.packet.Gap;

/**
 * Watches the sensor sets of one group.
 *
 * <p>It decides by what it is given alone: samples, instants, gaps. So the same input gives the same findings on every platform. It must not allocate
 * for a sensor set unless a condition begins or ends. Called by one thread at a time.
 */
public interface Detector {
    /**
     * The next sensor set.
     *
     * @param bytes holds it
     * @param at where it begins, in the layout of the group
     * @param nanos its sampling instant, nanoseconds since the epoch; one sampling period after the previous one, unless a gap was told
     */
    void sensorSet(byte[] bytes, int at, long nanos);

    /**
     * Sensor sets are missing here, or the clock of the sensors was set: what comes next does not continue what came before.
     *
     * @param fromNanos instant of the first sensor set that is missing
     * @param toNanos instant of the next one that is there; not before {@code fromNanos}
     * @param reason why they are missing
     */
    void gap(long fromNanos, long toNanos, Gap.Reason reason);

    /**
     * It is this time, and nothing sampled before is still to come. Told now and then, also when no sensor sets come.
     *
     * @param nanos nanoseconds since the epoch
     */
    default void time(long nanos) {}
}
