package org.banip.mbu.spool;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;

/**
 * What a journal has of the spool of an earlier process.
 *
 * @param groups one for each group, in the order of the description; empty if there was no earlier process
 */
public record Kept(List<Group> groups) {
    private static final byte[] NO_PAYLOAD = {};

    /** There was no earlier process. */
    public static final Kept NOTHING = new Kept(Collections.emptyList());

    /**
     * Where a group's signal ended.
     *
     * @param originNanos instant of unit 0 of its last sampling grid
     * @param unit the unit after its last one, on that grid
     * @param retired whether the group was retired there, so that nothing is missing since
     */
    public record End(long originNanos, long unit, boolean retired) {
        /** The end of a group that was not retired. */
        public End(long originNanos, long unit) {
            this(originNanos, unit, false);
        }
    }

    /**
     * An item that is not released.
     *
     * @param item a gap, or a packet without its payload
     * @param payloadBytes the length of that
     * @param putNanos the time when it was put in
     * @param place where the journal has it; {@link SpoolJournal#NOWHERE} if the journal does not have it yet
     */
    public record Item(Sequenced item, int payloadBytes, long putNanos, long place) {}

    /**
     * The items of one group.
     *
     * @param items those that are not released, in sequence and without a hole
     * @param released the number before which all items are released
     * @param next the next number
     * @param sent items before this number may have been sent
     * @param skipped how many numbers after the last item may be taken by items that the host has and the journal has lost
     * @param end where its signal ended; empty if the group had no item
     */
    public record Group(List<Item> items, long released, long next, long sent, int skipped, Optional<End> end) {}

    /** A packet whose payload is only in the journal. */
    public static Packet withoutPayload(PacketHeader header) {
        return new Packet(header, NO_PAYLOAD, 0);
    }
}
