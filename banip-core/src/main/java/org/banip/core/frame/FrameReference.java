package org.banip.core.frame;

import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/**
 * What the next packet of a group is expected to look like on one body; encoder and decoder keep the same one, so that what is
 * as expected need not be sent (docs/protocol.md, "Data frames").
 */
final class FrameReference {
    private boolean known;
    private long sequence;
    private long originNanos;
    private long firstUnit;
    private int unitCount;

    FrameReference(@Nullable PacketHeader last) {
        if (last != null) {
            update(last.sequence(), last.originNanos(), last.firstUnit(), last.unitCount());
        }
    }

    void update(long newSequence, long newOriginNanos, long newFirstUnit, int newUnitCount) {
        known = true;
        sequence = newSequence;
        originNanos = newOriginNanos;
        firstUnit = newFirstUnit;
        unitCount = newUnitCount;
    }

    boolean known() {
        return known;
    }

    long expectedSequence() {
        return sequence + 1;
    }

    long originNanos() {
        return originNanos;
    }

    /** Packets between are taken to have as many units as the last one. */
    long expectedFirstUnit(long ofSequence) {
        return firstUnit + (ofSequence - sequence) * unitCount;
    }

    int expectedUnitCount() {
        return unitCount;
    }
}
