package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In the steady state neither half allocates: the least of many rounds counts, so that the JVM's own doings do not. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 30;
    private static final int PER_BLOCK = 50;

    private final Signal signal = Signal.plateaus(Signal.group("360", 2, 12), 3600, 40);
    private final Block block = new Block(PER_BLOCK * signal.group().setBytes());
    private long bytes;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "packetizer(units=1)",
                "packetizer(units=140,hold=0)|deflate(level=6)",
                "packetizer(units=30,hold=100ms)|deflate(context=stream,key=1s)",
                "packetizer(units=30,hold=100ms)|rice",
                "packetizer(units=30,hold=100ms)|predict(key=1s)",
                "packetizer(units=30,hold=100ms)|auto(key=1s)",
                "packetizer(units=30,hold=100ms)|predict(effort=high,key=1s)"
            })
    void neitherHalfAllocates(String text) {
        TranscodingChain chain = Transcript.chain(text);
        List<Packet> packets = Transcript.encode(chain, signal, PER_BLOCK, 400);
        long encoding = Long.MAX_VALUE;
        long decoding = Long.MAX_VALUE;
        try (ChainEncoder encoder = chain.newEncoder(signal.group());
                ChainDecoder decoder = chain.newDecoder(signal.group())) {
            for (int round = 0; round < ROUNDS; round++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                encodeAll(encoder);
                long between = THREADS.getCurrentThreadAllocatedBytes();
                decodeAll(decoder, packets);
                long after = THREADS.getCurrentThreadAllocatedBytes();
                encoding = Math.min(encoding, between - before);
                decoding = Math.min(decoding, after - between);
            }
        }
        assertThat(bytes).isEqualTo((long) ROUNDS * signal.bytes().length);
        // One object per packet would be hundreds of times more.
        assertThat(encoding)
                .as("bytes allocated while encoding " + packets.size() + " packets")
                .isLessThan(256);
        assertThat(decoding)
                .as("bytes allocated while decoding " + packets.size() + " packets")
                .isLessThan(256);
    }

    private void encodeAll(ChainEncoder encoder) {
        for (int unit = 0; unit < signal.units(); unit += PER_BLOCK) {
            signal.fill(block, unit, PER_BLOCK);
            encoder.encode(block, ignored -> {});
        }
    }

    private void decodeAll(ChainDecoder decoder, List<Packet> packets) {
        for (int i = 0; i < packets.size(); i++) {
            Packet packet = packets.get(i);
            bytes += decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length)
                    .length();
        }
    }
}
