package org.banip.mbu.spool;

import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** How gaps come about and become one. */
final class Gaps {
    private Gaps() {}

    /** The gap in place of a packet that is given up although there is room for it. */
    static Gap insteadOf(Packet packet) {
        PacketHeader header = packet.header();
        return new Gap(
                header.group(),
                header.sequence(),
                1,
                header.originNanos(),
                header.firstUnit(),
                header.unitCount(),
                Gap.Reason.THINNED);
    }

    /** Whether the next gap begins where the first one ends, for the same reason. */
    static boolean isFollowedBy(Gap one, Gap next) {
        return one.reason() == next.reason()
                && one.nextSequence() == next.sequence()
                && one.originNanos() == next.originNanos()
                && one.endUnit() == next.firstUnit();
    }

    /** Both as one gap. */
    static Gap joined(Gap one, Gap next) {
        return new Gap(
                one.group(),
                one.sequence(),
                one.sequenceCount() + next.sequenceCount(),
                one.originNanos(),
                one.firstUnit(),
                one.unitCount() + next.unitCount(),
                one.reason());
    }
}
