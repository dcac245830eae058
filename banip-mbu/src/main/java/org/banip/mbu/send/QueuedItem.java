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
        private final Block block;
        private int unitsTaken;

        /** None yet. The first one will have this place, and this number of bytes is expected. */
        Sets(int group, long originNanos, long firstUnit, int bytes) {
            super(group);
            block = new Block(bytes);
            block.describe(originNanos, firstUnit, 0);
        }

        /** Appends some of the sensor sets of another block. */
        void append(Block sets, int from, int units, int setBytes) {
            block.append(sets.bytes(), from * setBytes, units * setBytes);
            block.describe(block.originNanos(), block.firstUnit(), block.unitCount() + units);
        }

        int unitsLeft() {
            return block.unitCount() - unitsTaken;
        }

        /** Takes sensor sets from the front into another block, in place of what it has. They must be left. */
        void take(int units, int setBytes, Block into) {
            into.clear();
            into.append(block.bytes(), unitsTaken * setBytes, units * setBytes);
            into.describe(block.originNanos(), block.firstUnit() + unitsTaken, units);
            unitsTaken += units;
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
