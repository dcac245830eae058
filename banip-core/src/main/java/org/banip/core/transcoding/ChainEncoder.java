package org.banip.core.transcoding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * The encoder half of a chain for one group. It takes sensor sets and passes on payloads. One thread at a time.
 *
 * <p>It alone decides which packets are key packets: the first one, one in each key interval of signal time, and the next one after a change of
 * the sampling grid, after {@link #restart()}, and after a call that failed. In a chain without state every packet is a key packet.
 */
public final class ChainEncoder implements AutoCloseable {
    private final SensorGroup group;
    private final int setBytes;
    private final List<Encoder> encoders;
    private final BlockSink[] stages;
    private final int firstStateful;
    private final long keyIntervalNanos;

    private BlockSink packets = block -> {};
    private boolean keyDue = true;
    private long keyOriginNanos;
    private long keyNanos;

    ChainEncoder(TranscodingChain chain, SensorGroup group, List<Encoder> encoders) {
        this.group = group;
        this.encoders = encoders;
        setBytes = group.setBytes();
        keyIntervalNanos = chain.keyInterval().toNanos();
        int stateful = chain.components().size();
        for (int i = 0; i < chain.components().size(); i++) {
            if (!chain.components().get(i).keyInterval().isZero()) {
                stateful = Math.min(stateful, i);
            }
        }
        firstStateful = stateful;
        stages = new BlockSink[encoders.size() + 1];
        boolean stateless = firstStateful == encoders.size();
        stages[encoders.size()] = block -> {
            block.key(stateless || block.key());
            checkPacket(block);
            packets.accept(block);
        };
        for (int i = encoders.size() - 1; i >= 0; i--) {
            stages[i] = stage(i);
        }
    }

    private BlockSink stage(int index) {
        Encoder encoder = encoders.get(index);
        BlockSink next = stages[index + 1];
        if (index != firstStateful) {
            return block -> encoder.encode(block, next);
        }
        return block -> {
            block.key(takeKey(block));
            encoder.encode(block, next);
        };
    }

    private boolean takeKey(Block block) {
        long nanos = group.frequency().nanosOfUnit(block.firstUnit());
        boolean key = keyDue
                || block.originNanos() != keyOriginNanos
                || nanos < keyNanos
                || nanos - keyNanos >= keyIntervalNanos;
        if (key) {
            keyDue = false;
            keyOriginNanos = block.originNanos();
            keyNanos = nanos;
        }
        return key;
    }

    private void checkSets(Block sets) {
        if (sets.unitCount() < 1 || sets.length() != (long) sets.unitCount() * setBytes) {
            throw invalid("block of " + Counted.of(sets.length(), "byte") + " must be "
                    + Counted.of(sets.unitCount(), "sensor set") + ", at least 1, of "
                    + Counted.of(setBytes, "byte"));
        }
    }

    private void checkPacket(Block block) {
        long decoded = (long) block.unitCount() * setBytes;
        if (block.unitCount() > PacketHeader.MAX_UNITS || decoded > Packet.MAX_DECODED) {
            throw invalid("packet of " + block.unitCount() + " sensor sets, " + decoded + " bytes, exceeds limits "
                    + PacketHeader.MAX_UNITS + " and " + Packet.MAX_DECODED + "; a packetizer makes shorter ones");
        }
        if (block.length() > Packet.MAX_PAYLOAD) {
            throw invalid("payload of " + block.length() + " bytes exceeds limit " + Packet.MAX_PAYLOAD
                    + "; a packetizer makes shorter ones");
        }
    }

    private BanipException invalid(String what) {
        return new BanipException(ErrorCode.INVALID_SAMPLE, "group " + group.name() + ": " + what);
    }

    /**
     * Takes one or more consecutive sensor sets, and passes each complete payload to {@code sink}. If the sink throws, that payload and the rest
     * of the sensor sets are lost, and the next packet is a key packet.
     *
     * @throws BanipException {@code INVALID_SAMPLE} if the bytes are not whole sensor sets, or if a packet would exceed a limit
     */
    public void encode(Block sets, BlockSink sink) {
        checkSets(sets);
        sets.key(false);
        packets = sink;
        boolean done = false;
        try {
            stages[0].accept(sets);
            done = true;
        } finally {
            keyDue |= !done;
        }
    }

    /** The number after the last unit of the packet that {@code unit} belongs to. {@code unit} is the next unit to be encoded. */
    public long packetEnd(long unit) {
        return Math.max(unit + 1, encoders.get(0).packetEnd(unit));
    }

    /** From where on {@link #flush} may end that packet, to adapt its length to the link. At most {@link #packetEnd}. */
    public long earliestPacketEnd(long unit) {
        return Math.max(unit + 1, encoders.get(0).earliestPacketEnd(unit));
    }

    /** Passes on all sensor sets that the components hold back. */
    public void flush(BlockSink sink) {
        packets = sink;
        boolean done = false;
        try {
            for (int i = 0; i < encoders.size(); i++) {
                encoders.get(i).flush(stages[i + 1]);
            }
            done = true;
        } finally {
            keyDue |= !done;
        }
    }

    /**
     * The instant of the sampling clock (nanoseconds since the epoch) at which {@link #flush} is due. {@link Encoder#NO_FLUSH} if nothing is held
     * back.
     */
    public long flushDueNanos() {
        long due = Encoder.NO_FLUSH;
        for (int i = 0; i < encoders.size(); i++) {
            due = Math.min(due, encoders.get(i).flushDueNanos());
        }
        return due;
    }

    /** Makes the next packet a key packet. */
    public void restart() {
        keyDue = true;
    }

    /** The statistics of each component, in encoding order. */
    public List<TranscoderStatistics> statistics() {
        List<TranscoderStatistics> all = new ArrayList<>();
        for (Encoder encoder : encoders) {
            all.add(encoder.statistics());
        }
        return Collections.unmodifiableList(all);
    }

    /** Releases the components' memory outside the heap. After it only this method may be called. */
    @Override
    public void close() {
        for (Encoder encoder : encoders) {
            encoder.close();
        }
    }
}
