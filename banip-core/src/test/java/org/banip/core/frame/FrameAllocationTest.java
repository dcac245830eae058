package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;

/** The allocations of encoder and decoder. */
class FrameAllocationTest {
    private static final int PACKETS = 2000;
    private static final int PAYLOAD = 200;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<Packet> packets = packets();

    @Test
    void encoderAllocatesNothingForPackets() {
        FrameBuffer out = new FrameBuffer(PACKETS * (PAYLOAD + 40));
        FrameEncoder encoder = Collected.encoder(true, false);
        encodeAll(encoder, out);

        long before = threads.getCurrentThreadAllocatedBytes();
        encodeAll(encoder, out);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(1000); // nothing for each packet; the measurement itself allocates a little
    }

    @Test
    void decoderAllocatesLittleBesideThePackets() {
        FrameBuffer out = new FrameBuffer(0);
        encodeAll(Collected.encoder(true, false), out);
        Counter counter = new Counter();
        byte[] bytes = out.toByteArray();
        FrameDecoder decoder = new FrameDecoder(Collected.noneKnown(2), new boolean[] {true, false}, counter, "test");
        feedInPieces(decoder, bytes);

        long before = threads.getCurrentThreadAllocatedBytes();
        feedInPieces(decoder, bytes);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(counter.items).isEqualTo(2 * PACKETS);
        int packetAndHeader = 24 + 48 + 16 + PAYLOAD; // as 64-bit JVMs lay them out
        assertThat(allocated / PACKETS).isLessThanOrEqualTo(packetAndHeader + 16);
    }

    private void encodeAll(FrameEncoder encoder, FrameBuffer out) {
        out.clear();
        for (int i = 0; i < packets.size(); i++) {
            encoder.encode(packets.get(i), out);
        }
    }

    /** Feeds pieces, most of which end inside a frame. */
    private static void feedInPieces(FrameDecoder decoder, byte[] bytes) {
        for (int at = 0; at < bytes.length; at += 333) {
            decoder.feed(bytes, at, Math.min(333, bytes.length - at));
        }
    }

    private static List<Packet> packets() {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            int group = i % 2;
            boolean key = group == 0 || i % 20 == 1;
            packets.add(Packet.of(new PacketHeader(group, i / 2, 0, i / 2 * 90L, 90, key), new byte[PAYLOAD]));
        }
        return packets;
    }

    private static final class Counter implements FrameHandler {
        private int items;

        @Override
        public void sequenced(Sequenced item) {
            items++;
        }

        @Override
        public void control(Control frame) {}
    }
}
