package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a decoder really holds is of the order that {@link TranscodingChain#decoderBytes} says before there is one. */
class DecoderBytesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int UNITS = 64;
    private static final int PER_PACKET = 8;
    /** A class that is loaded, and first buffers. */
    private static final long SMALL = 64 << 10;

    @ParameterizedTest
    @CsvSource({
        "packetizer, 512, false",
        "rice, 512, false",
        "deflate, 64, false",
        "'deflate(context=stream)', 64, false",
        "predict, 1, true",
        "predict, 512, true",
        "'predict(effort=high)', 1, true",
        "'predict(effort=high)', 512, true",
        "auto, 1, true",
        "auto, 512, true",
        "'auto(effort=high)', 1, true",
        "'auto(effort=high)', 512, true",
        "'packetizer(hold=200ms)|predict', 512, true",
    })
    void decodersHoldAboutWhatIsSaid(String text, int channels, boolean onHeap) {
        SensorGroup group = Signal.group("250", channels, 16);
        TranscodingChain chain = Transcript.chain(text);
        Signal signal = AwkwardSignals.wandering(group, UNITS, 5, 1);
        List<Packet> packets = Transcript.encode(chain, signal, PER_PACKET, PER_PACKET);
        allocated(chain, group, packets); // loads classes and tables that all share
        long held = allocated(chain, group, packets);
        long said = chain.decoderBytes(group);
        // each component and auto itself has a packet, which grows by doubling
        long packetRoom = 8L * PER_PACKET * group.setBytes() + SMALL;
        assertThat(held).as("bytes, said %d", said).isLessThan(said + packetRoom);
        if (onHeap) {
            assertThat(held).as("bytes, said %d", said).isGreaterThan(said / 4);
        }
    }

    /** In the steady state nothing is allocated, so what was allocated is what is held, but for smaller buffers that grew. */
    private static long allocated(TranscodingChain chain, SensorGroup group, List<Packet> packets) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try (ChainDecoder decoder = chain.newDecoder(group)) {
            for (Packet packet : packets) {
                decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            }
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
