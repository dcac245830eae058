package org.banip.seal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.LinkConditions;

/** A BAN of three groups of one channel of 16 bits: {@code ecg}, its late group, and {@code pulse}. */
final class Sealing {
    static final long ORIGIN = 1_795_215_600_000_000_000L;
    static final BanDescription BAN = ban("ban-17");

    private Sealing() {}

    static BanDescription ban(String id) {
        List<Channel> channels = List.of(Channel.ofGain("II", "mV", 16, -32_768, 32_767, 200, 0));
        Frequency hz = Frequency.parse("100");
        SensorGroup ecg = SensorGroup.live("ecg", hz, channels).lateAs("ecg-late");
        SensorGroup late = new SensorGroup("ecg-late", hz, ServiceClass.BULK, ecg.latencyBound(), channels);
        return new BanDescription(id, List.of(ecg, late, SensorGroup.live("pulse", hz, channels)));
    }

    static TranscodingChain chain(String key, Path folder) {
        return TranscodingChain.parse(
                "seal(to=" + key + ",key=1s)", Transcoders.installed().withKeys(folder));
    }

    static ChainEncoder encoder(TranscodingChain chain) {
        return chain.newEncoder(BAN, 0, () -> LinkConditions.UNKNOWN);
    }

    /** A block of units whose samples are their numbers. */
    static Block units(long first, int count) {
        Block block = new Block(2 * count);
        block.length(2 * count);
        for (int i = 0; i < count; i++) {
            block.bytes()[2 * i] = (byte) (first + i);
            block.bytes()[2 * i + 1] = (byte) (first + i >> 8);
        }
        block.describe(ORIGIN, first, count);
        return block;
    }

    /** Packets of ten units each, 100 units a key packet. */
    static List<Packet> packets(ChainEncoder encoder, long first, int packets) {
        List<Packet> all = new ArrayList<>();
        for (int i = 0; i < packets; i++) {
            encoder.encode(
                    units(first + 10L * i, 10),
                    block -> all.add(Packet.of(
                            new PacketHeader(
                                    0,
                                    all.size(),
                                    block.originNanos(),
                                    block.firstUnit(),
                                    block.unitCount(),
                                    block.key()),
                            Arrays.copyOf(block.bytes(), block.length()))));
        }
        return all;
    }

    static byte[] open(ChainDecoder decoder, Packet packet) {
        return open(decoder, packet.header(), packet.payload());
    }

    static byte[] open(ChainDecoder decoder, PacketHeader header, byte[] payload) {
        Block block = decoder.decode(header, payload, 0, payload.length);
        return Arrays.copyOf(block.bytes(), block.length());
    }
}
