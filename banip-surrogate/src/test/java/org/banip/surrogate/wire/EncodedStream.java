package org.banip.surrogate.wire;

import java.io.ByteArrayOutputStream;
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

/** A signal in the first group of {@link TestMbu#BAN}, from a fixed seed, and the packets of {@link TestMbu#UNITS} that a chain makes of it. */
public final class EncodedStream {
    private static final int SET_BYTES = 4;
    private static final int NOISE = 8;
    private static final int PACKET_BYTES = TestMbu.UNITS * SET_BYTES;

    private final String chain;
    private final byte[] sensed;
    private final List<Packet> packets;

    /** The given number of packets. */
    public EncodedStream(String chain, int count) {
        this(chain, count, 0, NOISE);
    }

    /** The given number of packets, of which the first ones carry noise that takes this many values: the signal changes its character. */
    public EncodedStream(String chain, int count, int noisy, int noise) {
        this.chain = chain;
        sensed = samples(TestMbu.UNITS * count, TestMbu.UNITS * noisy, noise);
        packets = encodedFrom(0);
    }

    /** The sensor sets. */
    public byte[] sensed() {
        return sensed.clone();
    }

    /** The packets. */
    public List<Packet> packets() {
        return packets;
    }

    /** The packets from this number on, as an encoder makes them that forgot everything before. */
    public List<Packet> encodedFrom(int number) {
        byte[] rest = Arrays.copyOfRange(sensed, number * PACKET_BYTES, sensed.length);
        List<Packet> all = new ArrayList<>();
        try (ChainEncoder encoder = TranscodingChain.parse(chain, Transcoders.installed())
                .newEncoder(TestMbu.BAN.groups().get(0))) {
            Block block = new Block(SET_BYTES);
            for (int unit = 0; unit < rest.length / SET_BYTES; unit++) {
                block.clear();
                block.append(rest, SET_BYTES * unit, SET_BYTES);
                block.describe(TestMbu.ORIGIN, (long) TestMbu.UNITS * number + unit, 1);
                encoder.encode(block, out -> all.add(packet(out, number + all.size())));
            }
        }
        return all;
    }

    private static byte[] samples(int units, int noisy, int noise) {
        Random random = new Random(4711);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int unit = 0; unit < 2 * units; unit++) {
            int value = (int) (1000 + 400 * Math.sin(unit / 9.0)) + random.nextInt(unit < 2 * noisy ? noise : NOISE);
            out.write(value);
            out.write(value >> 8);
        }
        return out.toByteArray();
    }

    private static Packet packet(Block block, long sequence) {
        PacketHeader header =
                new PacketHeader(0, sequence, block.originNanos(), block.firstUnit(), block.unitCount(), block.key());
        return Packet.of(header, Arrays.copyOf(block.bytes(), block.length()));
    }
}
