package org.banip.mbu.send;

import java.util.OptionalLong;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;

/** An item in a {@link SetQueue}, guarded by it. */
abstract class QueuedItem {
    private static final int MAX_BLOCK_BYTES = 8192;

    final int group;

    QueuedItem(int group) {
        this.group = group;
    }

    /** Consecutive sensor sets of one grid. More are appended at the end, and some may have been taken already. */
    static final class Sets extends QueuedItem {
        final Block block;
        int unitsTaken;

        Sets(int group, Block block) {
            super(group);
            this.block = block;
        }

        /** Whether sensor sets from this unit on can be appended. */
        boolean continuedBy(long origin, long unit) {
            return origin == block.originNanos()
                    && unit == block.firstUnit() + block.unitCount()
                    && block.length() < MAX_BLOCK_BYTES;
        }
    }

    /** Lost units. */
    static final class Lost extends QueuedItem {
        final long originNanos;
        final long firstUnit;
        final Gap.Reason reason;
        long units;
        /** The instant since which the group is back after this retirement. */
        OptionalLong backNanos = OptionalLong.empty();

        Lost(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
            super(group);
            this.originNanos = originNanos;
            this.firstUnit = firstUnit;
            this.units = units;
            this.reason = reason;
        }

        boolean continuedBy(long origin, long unit, Gap.Reason why) {
            return origin == originNanos && unit == firstUnit + units && why == reason;
        }
    }

    /** A request to release the sensor sets that the chain holds back. */
    static final class Flush extends QueuedItem {
        Flush(int group) {
            super(group);
        }
    }
}
