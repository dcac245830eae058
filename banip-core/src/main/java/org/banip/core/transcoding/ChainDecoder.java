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
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * The decoder half of a chain for one group. It takes payloads in sequence order and returns sensor sets. One thread at a time.
 *
 * <p>The output always has exactly {@code unitCount} sensor sets; anything else is an error. At the start, and after an error, only a key packet
 * can be decoded.
 */
public final class ChainDecoder implements AutoCloseable {
    private final SensorGroup group;
    private final int setBytes;
    private final List<Decoder> decoders;
    private final Block input = new Block(1024);
    private boolean inStep;

    ChainDecoder(SensorGroup group, List<Decoder> decoders) {
        this.group = group;
        setBytes = group.setBytes();
        this.decoders = decoders;
    }

    /**
     * Decodes the payload of the group's next packet. The result is valid until the next call.
     *
     * @throws BanipException {@code UNDECODABLE_PACKET}
     */
    public Block decode(PacketHeader header, byte[] payload, int offset, int length) {
        if (!header.key() && !inStep) {
            throw undecodable(header, "is not a key packet, and the decoder has none before it to start from");
        }
        if ((long) header.unitCount() * setBytes > Packet.MAX_DECODED) {
            throw undecodable(
                    header,
                    "stands for " + Counted.of(header.unitCount(), "sensor set") + " of "
                            + Counted.of(setBytes, "byte") + ", limit is "
                            + Packet.MAX_DECODED + " bytes");
        }
        inStep = false;
        input.clear();
        input.append(payload, offset, length);
        input.describe(header.originNanos(), header.firstUnit(), header.unitCount());
        input.key(header.key());
        Block block = throughComponents(header);
        if (block.length() != (long) header.unitCount() * setBytes) {
            throw undecodable(
                    header,
                    "decodes to " + Counted.of(block.length(), "byte") + ", must be "
                            + Counted.of(header.unitCount(), "sensor set") + " of " + Counted.of(setBytes, "byte"));
        }
        inStep = true;
        return block;
    }

    private Block throughComponents(PacketHeader header) {
        Block block = input;
        try {
            for (int i = 0; i < decoders.size(); i++) {
                block = decoders.get(i).decode(block);
            }
        } catch (BanipException e) {
            throw new BanipException(e.code(), place(header) + ": " + e.getMessage(), e);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            // A component's bug, or a class that it lacks, affects only some packets: the sender must continue without
            // them.
            throw new BanipException(
                    ErrorCode.UNDECODABLE_PACKET, place(header) + ": a component of the chain failed", e);
        }
        return block;
    }

    /** Declares that packets are missing. The next packet must be a key packet. */
    public void lose() {
        inStep = false;
    }

    private BanipException undecodable(PacketHeader header, String what) {
        return new BanipException(ErrorCode.UNDECODABLE_PACKET, place(header) + " " + what);
    }

    private String place(PacketHeader header) {
        return "packet " + header.sequence() + " of group " + group.name();
    }

    /** The statistics of each component, in decoding order. */
    public List<TranscoderStatistics> statistics() {
        List<TranscoderStatistics> all = new ArrayList<>();
        for (Decoder decoder : decoders) {
            all.add(decoder.statistics());
        }
        return Collections.unmodifiableList(all);
    }

    /** Releases the components' memory outside the heap. After it only this method may be called. */
    @Override
    public void close() {
        for (Decoder decoder : decoders) {
            decoder.close();
        }
    }
}
