package org.banip.measure.overhead.wire;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link org.banip.emulator.forward.PcapTap} writes. */
final class PcapFile {
    private static final int HEADER = 24;
    private static final int TIME = 8;
    private static final int MAX_PACKET = 65_535;

    private PcapFile() {}

    /** The TCP packets, in the order of sending. */
    static List<TcpPacket> read(Path file) throws IOException {
        List<TcpPacket> packets = new ArrayList<>();
        try (InputStream bytes = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(new BufferedInputStream(bytes))) {
            in.skipNBytes(HEADER);
            while (true) {
                in.skipNBytes(TIME);
                int length = in.readInt();
                if (length < 0 || length > MAX_PACKET) {
                    throw new IOException(file + ": a packet of " + length + " bytes, allowed are 0 to " + MAX_PACKET);
                }
                in.skipNBytes(Integer.BYTES);
                TcpPacket.of(in.readNBytes(length)).ifPresent(packets::add);
            }
        } catch (EOFException e) {
            return packets; // an interrupted run may end inside a packet
        }
    }
}
