package org.banip.app.store;

import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.api.SensorData;
import org.jspecify.annotations.Nullable;

/** Makes items for a store of one group's sensor sets and gaps, without holes and repetitions. One thread at a time. */
final class StoredGroup implements AutoCloseable {
    /** Each packet is coded alone, so that any of them can be the first one after a restart. */
    static final String CHAIN = "rice";

    private final int number;
    private final ChainEncoder encoder;
    private final Block sets = new Block(1024);
    private long next;
    private @Nullable Sequenced last;

    /**
     * A group that is stored up to a sequence number.
     *
     * @param number of the group
     * @param next the sequence number that comes next
     * @param last the item before it; null if there is none
     */
    StoredGroup(int number, SensorGroup group, Transcoders known, long next, @Nullable Sequenced last) {
        this.number = number;
        this.next = next;
        this.last = last;
        encoder = TranscodingChain.parse(CHAIN, known).newEncoder(group);
    }

    /** The sequence number that comes next. */
    long next() {
        return next;
    }

    /** The gap for what the host could not read before this packet; empty if nothing is missing. */
    Optional<Gap> missingBefore(PacketHeader header) {
        long missing = header.sequence() - next;
        if (missing <= 0) {
            return Optional.empty();
        }
        Sequenced before = last;
        long begin = before != null && before.originNanos() == header.originNanos() ? before.endUnit() : 0;
        long units = header.firstUnit() - begin;
        Gap gap = units > 0
                ? new Gap(number, next, missing, header.originNanos(), begin, units, Gap.Reason.THINNED)
                : new Gap(number, next, missing, header.originNanos(), header.firstUnit(), 1, Gap.Reason.THINNED);
        taken(gap);
        return Optional.of(gap);
    }

    /**
     * The packet to be stored; empty if it is stored already.
     *
     * @throws org.banip.core.error.BanipException {@code TOO_LONG} if a store does not take it
     */
    Optional<Sequenced> packet(SensorData data) {
        PacketHeader header = data.header();
        if (header.sequence() < next) {
            return Optional.empty();
        }
        byte[] bytes = data.toByteArray();
        sets.clear();
        sets.append(bytes, 0, bytes.length);
        sets.describe(header.originNanos(), header.firstUnit(), header.unitCount());
        byte[][] payload = new byte[1][];
        encoder.encode(sets, block -> payload[0] = java.util.Arrays.copyOf(block.bytes(), block.length()));
        PacketHeader alone = new PacketHeader(
                number, header.sequence(), header.originNanos(), header.firstUnit(), header.unitCount(), true);
        Packet packet = Packet.of(alone, payload[0]);
        taken(packet);
        return Optional.of(packet);
    }

    /** The gap to be stored in place of a packet; empty if it is stored already. */
    Optional<Sequenced> gap(SensorData data) {
        PacketHeader header = data.header();
        if (header.sequence() < next) {
            return Optional.empty();
        }
        Gap gap = new Gap(
                number,
                header.sequence(),
                1,
                header.originNanos(),
                header.firstUnit(),
                header.unitCount(),
                Gap.Reason.THINNED);
        taken(gap);
        return Optional.of(gap);
    }

    /** What of a gap is to be stored; empty if all of it is stored already. */
    Optional<Gap> rest(Gap gap) {
        if (gap.nextSequence() <= next) {
            return Optional.empty();
        }
        Gap rest = gap.sequence() < next ? gap.from(next, last) : gap;
        taken(rest);
        return Optional.of(rest);
    }

    private void taken(Sequenced item) {
        next = item.nextSequence();
        last = item;
    }

    @Override
    public void close() {
        encoder.close();
    }
}
