package org.banip.emulator.forward;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.Fate;
import org.banip.emulator.queue.QueuedPacket;

/**
 * Writes the packets that both hosts sent to a file in pcap's format (draft-ietf-opsawg-pcap), for Wireshark and tcpdump. Packets that the queue
 * dropped are included, because they were sent. Closed after the link.
 */
public final class PcapTap implements PacketTap, AutoCloseable {
    private static final int MAGIC_NANOS = 0xa1b23c4d;
    private static final int VERSION_2_4 = 0x0002_0004;
    private static final int MAX_PACKET = 65_535;

    /** Packets begin with the IP header. */
    private static final int LINKTYPE_RAW = 101;

    private static final int BUFFER = 1 << 20;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final DataOutputStream out;
    private final long epochMinusNanoTime;

    /** Creates the file, or replaces an existing one. */
    public PcapTap(Path file) throws IOException {
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER));
        this.epochMinusNanoTime = System.currentTimeMillis() * (NANOS_PER_SECOND / 1000) - System.nanoTime();
        out.writeInt(MAGIC_NANOS);
        out.writeInt(VERSION_2_4);
        out.writeLong(0); // reserved
        out.writeInt(MAX_PACKET);
        out.writeInt(LINKTYPE_RAW);
    }

    @Override
    public void offered(Way way, QueuedPacket packet, Fate fate, long nanos) {
        long epochNanos = nanos + epochMinusNanoTime;
        try {
            out.writeInt((int) (epochNanos / NANOS_PER_SECOND));
            out.writeInt((int) (epochNanos % NANOS_PER_SECOND));
            out.writeInt(packet.data().length);
            out.writeInt(packet.data().length);
            out.write(packet.data());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
