package org.banip.transcoders;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;

/** The packets that a chain makes from a signal. */
public final class Transcript implements BlockSink {
    private final List<Packet> packets = new ArrayList<>();

    /** A chain of installed components. */
    public static TranscodingChain chain(String text) {
        return TranscodingChain.parse(text, Transcoders.installed());
    }

    /** Encodes a signal in blocks of 1 to {@code maxBlock} units of random length. */
    public static List<Packet> encode(TranscodingChain chain, Signal signal, int maxBlock, long seed) {
        Random random = new Random(seed);
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group())) {
            int unit = 0;
            while (unit < signal.units()) {
                int count = Math.min(signal.units() - unit, 1 + random.nextInt(maxBlock));
                encoder.encode(signal.block(unit, count), transcript);
                unit += count;
            }
            encoder.flush(transcript);
        }
        return transcript.packets;
    }

    @Override
    public void accept(Block block) {
        PacketHeader header = new PacketHeader(
                0, packets.size(), block.originNanos(), block.firstUnit(), block.unitCount(), block.key());
        packets.add(Packet.of(header, Arrays.copyOf(block.bytes(), block.length())));
    }

    /** All packets so far. */
    public List<Packet> packets() {
        return packets;
    }
}
