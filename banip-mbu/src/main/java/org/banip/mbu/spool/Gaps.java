package org.banip.mbu.spool;

import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** Makes gaps, and joins consecutive ones. */
final class Gaps {
    private Gaps() {}

    /** The gap in place of a packet that is given up although there is room for it. */
    static Gap insteadOf(PacketHeader header) {
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

    /** Both gaps as one. */
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

    /** Appends the gap for a packet, or extends the last gap if the new one continues it. */
    static void giveUp(Packet packet, Spooled place, List<Spooled> front, List<Gap> declared) {
        Gap gap = insteadOf(packet.header());
        Spooled last = front.isEmpty() ? null : front.get(front.size() - 1);
        if (last != null && !last.everSent && last.item instanceof Gap before && isFollowedBy(before, gap)) {
            front.set(front.size() - 1, last.replacedBy(joined(before, gap)));
        } else {
            front.add(place.replacedBy(gap));
        }
        Gap told = declared.isEmpty() ? null : declared.get(declared.size() - 1);
        if (told != null && isFollowedBy(told, gap)) {
            declared.set(declared.size() - 1, joined(told, gap));
        } else {
            declared.add(gap);
        }
    }
}
