package org.banip.core.frame;

import java.util.Arrays;
import java.util.List;
import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/**
 * The expected fields of a group's next packet in one body. Encoder and decoder keep the same reference, so that expected fields need not be sent
 * (docs/protocol.md, "Data frames"). Gaps do not change it.
 */
final class FrameReference {
    /** A first unit that no packet can have. */
    static final long IMPOSSIBLE = -1;

    /** The reference of a group that the BAN does not have; it is never known. */
    static final FrameReference NONE = new FrameReference(null);

    private boolean known;
    private long sequence;
    private long originNanos;
    private long firstUnit;
    private int unitCount;

    private FrameReference(@Nullable PacketHeader last) {
        if (last != null) {
            update(last);
        }
    }

    /** Creates one for each group. */
    static FrameReference[] ofAll(List<? extends @Nullable PacketHeader> lastKnown, boolean[] stateless) {
        if (stateless.length != lastKnown.size()) {
            throw new IllegalArgumentException(lastKnown.size() + " groups, but " + stateless.length
                    + " of which it is known whether they keep state");
        }
        FrameReference[] references = new FrameReference[lastKnown.size()];
        for (int i = 0; i < references.length; i++) {
            references[i] = new FrameReference(lastKnown.get(i));
        }
        return references;
    }

    /** The same, and unknown ones for further groups. */
    static FrameReference[] extended(FrameReference[] references, int groups) {
        FrameReference[] all = Arrays.copyOf(references, groups);
        for (int i = references.length; i < groups; i++) {
            all[i] = new FrameReference(null);
        }
        return all;
    }

    void update(PacketHeader packet) {
        known = true;
        sequence = packet.sequence();
        originNanos = packet.originNanos();
        firstUnit = packet.firstUnit();
        unitCount = packet.unitCount();
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

    /** Assumes that skipped packets have as many units as the last one. */
    long expectedFirstUnit(long ofSequence) {
        long packets = ofSequence - sequence;
        if (Math.abs(packets) > PacketHeader.MAX_NUMBER / unitCount) {
            return IMPOSSIBLE;
        }
        return firstUnit + packets * unitCount;
    }

    int expectedUnitCount() {
        return unitCount;
    }
}
