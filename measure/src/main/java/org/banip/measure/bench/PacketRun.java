package org.banip.measure.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/**
 * Packets of plain sensor sets of 30 bytes, one after the other on one sampling grid, made from a seed. There is no end;
 * payloads repeat. One thread.
 */
final class PacketRun {
    /** Packets in a run. */
    static final int LENGTH = 256;
    /** Bytes of a sensor set. */
    static final int SET_BYTES = 30;

    static final String CHAIN = "packetizer(units=255,hold=0)";
    private static final int CHANNELS = SET_BYTES / 2;
    private static final int HZ = 256;
    private static final long SEED = 2003;
    private static final long ORIGIN = 1_767_225_600_000_000_000L;

    private final int units;
    private final List<byte[]> payloads = new ArrayList<>();
    private long sequence;

    /** Packets of this size in bytes, rounded down to whole sensor sets. */
    PacketRun(int payloadBytes) {
        units = Math.max(1, payloadBytes / SET_BYTES);
        Random random = new Random(SEED);
        for (int i = 0; i < LENGTH; i++) {
            byte[] payload = new byte[units * SET_BYTES];
            for (int at = 0; at < payload.length; at += 2) {
                payload[at] = (byte) random.nextInt();
                payload[at + 1] = (byte) (random.nextInt() & 0x07);
            }
            payloads.add(payload);
        }
    }

    /** One group of 15 channels with samples of 11 bits. */
    static BanDescription ban() {
        List<Channel> channels = new ArrayList<>();
        for (int channel = 0; channel < CHANNELS; channel++) {
            channels.add(Channel.ofGain("C" + channel, "mV", 11, 0, 2047, 200, 1024));
        }
        return new BanDescription("benchmark", List.of(SensorGroup.live("set", Frequency.ofHz(HZ), channels)));
    }

    int payloadBytes() {
        return units * SET_BYTES;
    }

    /** The next packets. */
    List<Packet> next() {
        List<Packet> packets = new ArrayList<>();
        for (byte[] payload : payloads) {
            packets.add(Packet.of(new PacketHeader(0, sequence, ORIGIN, sequence * units, units, true), payload));
            sequence++;
        }
        return packets;
    }

    /** Packets as the frames of one body. */
    static byte[] frames(List<Packet> packets) {
        FrameBuffer buffer = new FrameBuffer(1 << 16);
        FrameEncoder encoder = newEncoder();
        packets.forEach(packet -> encoder.encode(packet, buffer));
        return buffer.toByteArray();
    }

    /** An encoder for the group, at the beginning of a body. */
    static FrameEncoder newEncoder() {
        return new FrameEncoder(Collections.singletonList(null), new boolean[] {true});
    }
}
