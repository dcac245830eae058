package org.banip.measure.load.client;

import org.banip.core.ban.Frequency;

/**
 * When the packets of one MBU fall due, on the clock of {@link System#nanoTime}. A packet falls due when its last sensor set has been sampled.
 * Immutable.
 *
 * @param packets packets a second
 * @param startNanos when the first falls due
 * @param endNanos nothing falls due from then on
 */
record MbuSchedule(Frequency packets, long startNanos, long endNanos) {
    /** Of one of several MBUs that begin one after the other during the ramp, phased evenly over the packet period. */
    static MbuSchedule of(Frequency packets, LoadTimes times, int mbu, int mbus) {
        long period = packets.nanosOfUnit(1);
        long rounds = (times.rampNanos() + period - 1) / period;
        long phase = Math.multiplyExact(period / mbus, mbu) + period % mbus * mbu / mbus;
        long first = packets.nanosOfUnit(rounds * mbu / mbus);
        return new MbuSchedule(packets, times.startNanos() + phase + first, times.endNanos());
    }

    /** When a packet falls due. */
    long dueNanos(long sequence) {
        return startNanos + packets.nanosOfUnit(sequence);
    }

    /** How many packets have fallen due by then. */
    long dueBy(long nanos) {
        long last = Math.min(nanos, endNanos - 1);
        return last < startNanos ? 0 : packets.unitAtOrAfter(last - startNanos + 1);
    }

    MbuSchedule endingAt(long nanos) {
        return new MbuSchedule(packets, startNanos, Math.min(endNanos, nanos));
    }
}
