package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A decoder's real state has about the size that {@link TranscodingChain#decoderBytes} predicts, and its memory for a packet is at most the size
 * that {@link TranscodingChain#packetBytes} predicts.
 */
class DecoderBytesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int UNITS = 64;
    private static final int PER_PACKET = 8;
    private static final int LONGEST = 65_535;
    private static final int BRIEF = 500;
    /** The size of a loaded class and of the first buffers. */
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
    void decodersHoldAboutThePredictedBytes(String text, int channels, boolean onHeap) {
        SensorGroup group = Signal.group("250", channels, 16);
        TranscodingChain chain = Transcript.chain(text);
        Signal signal = AwkwardSignals.wandering(group, UNITS, 5, 1);
        List<Packet> packets = Transcript.encode(chain, signal, PER_PACKET, PER_PACKET);
        allocated(chain, group, packets); // loads classes and shared tables
        long held = allocated(chain, group, packets);
        long said = chain.decoderBytes(group);
        long packetRoom = chain.packetBytes(group, PER_PACKET * group.setBytes()) + SMALL;
        assertThat(held).as("bytes, said %d", said).isLessThan(said + packetRoom);
        if (onHeap) {
            assertThat(held).as("bytes, said %d", said).isGreaterThan(said / 4);
        }
    }

    /** A packet of a few bytes that decodes to a mebibyte, or cannot be decoded. */
    @ParameterizedTest
    @CsvSource({
        "packetizer",
        "rice",
        "deflate",
        "'deflate|deflate|deflate'",
        "'deflate(context=stream)'",
        "predict",
        "'predict(effort=high)'",
        "auto",
        "'auto(effort=high)'",
        "'packetizer(hold=200ms)|auto|deflate'",
    })
    void decodersNeedAtMostThePredictedBytesForAPacket(String text) {
        SensorGroup group = Signal.group("250", 8, 16);
        TranscodingChain chain = Transcript.chain(text);
        PacketHeader header = new PacketHeader(0, 0, Signal.ORIGIN_NANOS, 0, LONGEST, true);
        PacketHeader brief = new PacketHeader(0, 0, Signal.ORIGIN_NANOS, 0, BRIEF, true);
        int decoded = LONGEST * group.setBytes();
        long said = chain.decoderBytes(group) + chain.packetBytes(group, decoded) + SMALL;
        for (byte[] payload : List.of(new byte[0], new byte[] {0}, new byte[] {1, 2, 3}, new byte[] {2, 1, 7, 7})) {
            takenByOne(chain, group, brief, payload); // loads classes
            assertThat(takenByOne(chain, group, header, payload)).isLessThan(said);
        }
    }

    private static long takenByOne(TranscodingChain chain, SensorGroup group, PacketHeader header, byte[] payload) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try (ChainDecoder decoder = chain.newDecoder(group)) {
            decoder.decode(header, payload, 0, payload.length);
        } catch (BanipException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** In the steady state nothing is allocated. So the allocated bytes are the held bytes, except for smaller buffers that grew. */
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
