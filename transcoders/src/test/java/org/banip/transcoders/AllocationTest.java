package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In the steady state neither half allocates: after the signal has been coded several times, all further rounds together allocate less than one
 * byte for each packet.
 */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 25;
    /** High effort is slow: the same bound holds for fewer rounds, after fewer of them. */
    private static final int ROUNDS_OF_HIGH_EFFORT = 8;

    private static final int PER_BLOCK = 50;
    private static final SensorGroup ECG = Signal.group("360", 2, 16);

    private final Block block = new Block(PER_BLOCK * ECG.setBytes());
    private long bytes;

    static Stream<String> chains() {
        return Stream.of(
                "packetizer(units=1)",
                "packetizer(units=140,hold=0)|deflate(level=6)",
                "packetizer(units=30,hold=100ms)|deflate(context=stream,key=1s)",
                "packetizer(units=30,hold=100ms)|rice",
                "packetizer(units=30,hold=100ms)|predict(key=1s)",
                "packetizer(units=30,hold=100ms)|auto(key=1s)",
                "packetizer(units=30,hold=100ms)|predict(effort=high,key=1s)",
                "packetizer(units=30,hold=100ms)|auto(effort=high,key=1s)");
    }

    @ParameterizedTest
    @MethodSource("chains")
    void packetsOfBothFormsAllocateNothing(String chain) {
        assertNeitherHalfAllocates(chain, Signal.plateaus(ECG, 3600, 40));
    }

    /** The first channel uses about every 22nd code, with rare strays. The second one drifts away, so that there are always new codes. */
    @ParameterizedTest
    @MethodSource("chains")
    void latticesAndDriftsAllocateNothing(String chain) {
        Signal wave = AwkwardSignals.wandering(ECG, 3600, 5, 41);
        Signal signal = AwkwardSignals.of("lattice and drift", ECG, 3600, (unit, c) -> {
            int at = unit * ECG.setBytes() + 2 * c;
            int sample = wave.bytes()[at] & 0xff | wave.bytes()[at + 1] << 8;
            int stray = unit % 97 == 0 ? 1 : 0;
            return c == 0 ? (sample / 4 * 5613 + 128 >> 8) + stray : sample + 13 * unit;
        });
        assertNeitherHalfAllocates(chain, signal);
    }

    private void assertNeitherHalfAllocates(String text, Signal signal) {
        TranscodingChain chain = Transcript.chain(text);
        int rounds = text.contains("effort=high") ? ROUNDS_OF_HIGH_EFFORT : ROUNDS;
        List<Packet> packets = Transcript.encode(chain, signal, PER_BLOCK, 400);
        long[] allocated = new long[2];
        try (ChainEncoder encoder = chain.newEncoder(ECG);
                ChainDecoder decoder = chain.newDecoder(ECG)) {
            for (int round = 0; round < 2 * rounds; round++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                encodeAll(encoder, signal);
                long between = THREADS.getCurrentThreadAllocatedBytes();
                decodeAll(decoder, packets);
                long after = THREADS.getCurrentThreadAllocatedBytes();
                allocated[0] += round < rounds ? 0 : between - before;
                allocated[1] += round < rounds ? 0 : after - between;
            }
        }
        assertThat(bytes).isEqualTo(2L * rounds * signal.bytes().length);
        long most = (long) rounds * packets.size() - 1;
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(allocated[0]).as("bytes allocated while encoding").isBetween(0L, most);
            softly.assertThat(allocated[1]).as("bytes allocated while decoding").isBetween(0L, most);
        });
    }

    private void encodeAll(ChainEncoder encoder, Signal signal) {
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
