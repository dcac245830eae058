package org.banip.mbu.spool;

import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;

/** Gives items other numbers. */
final class Numbers {
    private Numbers() {}

    /** The same item with another first number. A packet gets the checksum of the payload that it has here. */
    static Sequenced of(Sequenced item, long sequence) {
        if (item instanceof Packet packet) {
            PacketHeader header = packet.header();
            return Packet.of(
                    new PacketHeader(
                            header.group(),
                            sequence,
                            header.originNanos(),
                            header.firstUnit(),
                            header.unitCount(),
                            header.key()),
                    packet.payload());
        }
        Gap gap = (Gap) item;
        return new Gap(
                gap.group(),
                sequence,
                gap.sequenceCount(),
                gap.originNanos(),
                gap.firstUnit(),
                gap.unitCount(),
                gap.reason());
    }
}
