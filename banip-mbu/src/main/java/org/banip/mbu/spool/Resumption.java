package org.banip.mbu.spool;

import org.banip.core.ban.Frequency;
import org.banip.core.packet.Gap;
import org.jspecify.annotations.Nullable;

/** What one group has to know of an earlier process. Guarded by the spool's monitor. */
final class Resumption {
    private Kept.@Nullable End end;
    /** How many of the next numbers may be taken by items that the host has and that are lost here. */
    private int skipped;

    void resume(Kept.Group kept) {
        end = kept.end().orElse(null);
        skipped = kept.skipped();
    }

    /** How many further numbers the next item takes, which is a gap. */
    int takeSkipped() {
        int taken = skipped;
        skipped = 0;
        return taken;
    }

    /**
     * The gap that takes these numbers if the next item is a packet. Null if there are none. It has one unit: the one after the former signal, or the
     * one before the present one if nothing is known of the former signal.
     *
     * @param originNanos the packet's
     */
    @Nullable
    Gap gapBefore(int group, long nextSequence, long originNanos, Frequency frequency) {
        if (skipped == 0) {
            return null;
        }
        Kept.End from = end == null ? new Kept.End(originNanos - frequency.nanosOfUnit(1), 0) : end;
        return new Gap(
                group, nextSequence, takeSkipped(), from.originNanos(), from.unit(), 1, Gap.Reason.SENSOR_SILENT);
    }
}
