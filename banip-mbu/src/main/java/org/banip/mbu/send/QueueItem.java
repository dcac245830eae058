package org.banip.mbu.send;

import java.util.Arrays;
import org.banip.core.packet.Gap;

/** What stands in a queue; owned by the queue, under its lock. */
abstract sealed class QueueItem {
    final int group;

    private QueueItem(int group) {
        this.group = group;
    }

    /** Bytes it counts for. */
    abstract int bytes();

    /** Consecutive sensor sets of one grid; grows at its end and is eaten from its front. */
    static final class Sets extends QueueItem {
        private static final int MAX_BYTES = 8192;

        final long originNanos;
        final int setBytes;
        byte[] bytes;
        int start;
        int end;
        long firstUnit;

        Sets(int group, long originNanos, long firstUnit, int setBytes, int units) {
            super(group);
            this.originNanos = originNanos;
            this.firstUnit = firstUnit;
            this.setBytes = setBytes;
            this.bytes = new byte[units * setBytes];
        }

        int units() {
            return (end - start) / setBytes;
        }

        /** Whether sets from this unit on continue the item, and there is reason to put more into it. */
        boolean continuedBy(long origin, long unit) {
            return origin == originNanos && unit == firstUnit + units() && end < MAX_BYTES;
        }

        void append(byte[] source, int offset, int length) {
            if (bytes.length - end < length) {
                bytes = Arrays.copyOf(bytes, Math.max(end + length, Math.min(2 * bytes.length, MAX_BYTES)));
            }
            System.arraycopy(source, offset, bytes, end, length);
            end += length;
        }

        void eat(int units) {
            start += units * setBytes;
            firstUnit += units;
        }

        @Override
        int bytes() {
            return end - start;
        }
    }

    /** Sensor sets that are not there. */
    static final class Lost extends QueueItem {
        static final int BYTES = 64;

        final long originNanos;
        final long firstUnit;
        final Gap.Reason reason;
        long units;

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

        @Override
        int bytes() {
            return BYTES;
        }
    }

    /** What the chain holds back must come out. */
    static final class Flush extends QueueItem {
        Flush(int group) {
            super(group);
        }

        @Override
        int bytes() {
            return 0;
        }
    }
}
