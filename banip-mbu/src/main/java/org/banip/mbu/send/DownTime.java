package org.banip.mbu.send;

import org.banip.core.ban.Frequency;
import org.banip.mbu.spool.Kept;

/** How many sensor sets a group lacks because the MBU's process ended and another one goes on. */
final class DownTime {
    private DownTime() {}

    /**
     * The units from the end of the former signal up to the first instant of the new one. If that is not later, because the clock was set back, it
     * is not known how many are missing: one counts.
     *
     * @param end where the former signal ended
     * @param nextNanos the first instant of the new signal
     */
    static long units(Frequency frequency, Kept.End end, long nextNanos) {
        long offset = nextNanos - end.originNanos();
        long next = offset < 0 || nextNanos < end.originNanos() ? -1 : frequency.unitAtOrAfter(offset);
        return next < end.unit() ? 1 : next - end.unit();
    }
}
