package org.banip.measure.overhead.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.banip.emulator.forward.PcapTap;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.Fate;
import org.banip.emulator.queue.QueuedPacket;

/** Writes packets of connections between the MBU's ports and a broker as a link would capture them. */
final class GeneratedCapture implements AutoCloseable {
    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int ACK = 16;

    private static final byte[] TIME = {1, 1, 8, 10, 0, 0, 0, 0, 0, 0, 0, 0};
    private static final byte[] OPENING = {2, 4, 2, 24, 4, 2, 8, 10, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 3, 7};

    private final PcapTap tap;
    private int port;

    GeneratedCapture(Path file) throws IOException {
        tap = new PcapTap(file);
    }

    /** What follows is of this port of the MBU's. */
    GeneratedCapture on(int mobilePort) {
        port = mobilePort;
        return this;
    }

    GeneratedCapture up(int flags, int payload) {
        return up(flags, "x".repeat(payload));
    }

    GeneratedCapture up(int flags, String payload) {
        return packet(Way.UP, flags, payload);
    }

    GeneratedCapture down(int flags, int payload) {
        return packet(Way.DOWN, flags, "y".repeat(payload));
    }

    private GeneratedCapture packet(Way way, int flags, String payload) {
        boolean bare = (flags & RST) != 0 && (flags & ACK) == 0;
        byte[] options = bare ? new byte[0] : (flags & SYN) != 0 ? OPENING : TIME;
        byte[] data = payload.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer packet = ByteBuffer.allocate(40 + options.length + data.length);
        packet.put(0, (byte) 0x45).put(9, (byte) 6);
        packet.putInt(way == Way.UP ? 12 : 16, 0x0a640001).putInt(way == Way.UP ? 16 : 12, 0x0a640002);
        packet.putShort(way == Way.UP ? 20 : 22, (short) port).putShort(way == Way.UP ? 22 : 20, (short) 8080);
        packet.put(32, (byte) ((20 + options.length) / 4 << 4)).put(33, (byte) flags);
        packet.position(40).put(options).put(data);
        byte[] udp = Arrays.copyOf(packet.array(), 60);
        udp[9] = 17; // is not looked at
        tap.offered(way, new QueuedPacket(udp), Fate.TAKEN, 0);
        tap.offered(way, new QueuedPacket(packet.array()), Fate.TAKEN, 0);
        return this;
    }

    @Override
    public void close() throws IOException {
        tap.close();
    }
}
