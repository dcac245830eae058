package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A damaged packet of a coder of samples either causes {@code undecodable-packet}, or decodes to other samples, as many as the header says.
 * Nothing else happens, and it needs no more memory than a packet. A key packet synchronises both halves again.
 *
 * <p>How many damaged packets are refused depends on the format. {@code least} is just below that share. Arithmetic coding wastes almost nothing.
 * The better it is, the more byte strings are valid packets, and missing bytes count as zeros, the likeliest results. Rice codes have an explicit
 * end, so each truncation is detected. But a flipped bit in the low part of a code gives another sample. For this reason packets carry a CRC-32C.
 */
class DamageTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String RICE = "rice";
    private static final String PREDICT = "predict(key=2s)";
    private static final String AUTO = "auto(key=2s)";
    private static final String HIGH = "predict(effort=high,key=2s)";
    private static final String AUTO_HIGH = "auto(effort=high,key=2s)";
    private static final SensorGroup MIXED = AwkwardSignals.mixed("100", 8, 16, 24, 32);
    /** The size of an exception with its stack trace. */
    private static final long EXCEPTION_BYTES = 1 << 16;

    private static List<Signal> signals() {
        return List.of(
                AwkwardSignals.wandering(MIXED, 60, 5, 20),
                AwkwardSignals.of("coarse", MIXED, 160, (unit, c) -> (unit * unit >> 3) % 40 * 3 + 1),
                Signal.noise(MIXED, 20, 21));
    }

    /** A key packet and the next packet. */
    private static List<Packet> pair(TranscodingChain chain, Signal signal) {
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group())) {
            int first = signal.units() * 3 / 4;
            encoder.encode(signal.block(0, first), transcript);
            encoder.encode(signal.block(first, signal.units() - first), transcript);
        }
        return transcript.packets();
    }

    private static byte[] decode(ChainDecoder decoder, PacketHeader header, byte[] payload) {
        Block block = decoder.decode(header, payload, 0, payload.length);
        assertThat(block.unitCount()).isEqualTo(header.unitCount());
        assertThat(block.firstUnit()).isEqualTo(header.firstUnit());
        assertThat(block.key()).isEqualTo(header.key());
        return Arrays.copyOf(block.bytes(), block.length());
    }

    /** Returns whether the packet was refused. */
    private static boolean refused(ChainDecoder decoder, PacketHeader header, byte[] payload, String what) {
        try {
            assertThat(decode(decoder, header, payload)).as(what).hasSize(header.unitCount() * MIXED.setBytes());
            return false;
        } catch (BanipException e) {
            assertThat(e.code()).as(what).isEqualTo(ErrorCode.UNDECODABLE_PACKET);
            assertThat(e).as(what).hasMessageContaining("packet " + header.sequence() + " of group ecg: ");
            return true;
        }
    }

    /** Decodes a damaged packet in its place, then the undamaged ones. Returns whether the damaged one was refused. */
    private static boolean refusedInItsPlace(
            ChainDecoder decoder, Signal signal, List<Packet> packets, Packet victim, byte[] damaged, String what) {
        Packet key = packets.get(0);
        if (!victim.header().key()) {
            decode(decoder, key.header(), key.payload());
        }
        boolean refused = refused(decoder, victim.header(), damaged, what);
        if (refused && !packets.get(1).header().key()) {
            assertThatThrownBy(() -> decode(
                            decoder, packets.get(1).header(), packets.get(1).payload()))
                    .as(what)
                    .hasMessageContaining("is not a key packet");
        }
        byte[] sets = decode(decoder, key.header(), key.payload());
        assertThat(Arrays.equals(sets, Arrays.copyOf(signal.bytes(), sets.length)))
                .as("the key packet after " + what)
                .isTrue();
        return refused;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {RICE + "; 1", PREDICT + "; 0.79", HIGH + "; 0.22", AUTO + "; 0.79", AUTO_HIGH + "; 0.31"})
    void truncationAtEveryByte(String text, double least) {
        TranscodingChain chain = Transcript.chain(text);
        int lengths = 0;
        int refused = 0;
        for (Signal signal : signals()) {
            List<Packet> packets = pair(chain, signal);
            try (ChainDecoder decoder = chain.newDecoder(MIXED)) {
                for (Packet victim : packets) {
                    for (int length = 0; length < victim.payload().length; length++) {
                        byte[] cut = Arrays.copyOf(victim.payload(), length);
                        String what = signal + ", packet " + victim.sequence() + " cut to " + length;
                        refused += refusedInItsPlace(decoder, signal, packets, victim, cut, what) ? 1 : 0;
                        lengths++;
                    }
                }
            }
        }
        assertThat(share(refused, lengths)).isGreaterThanOrEqualTo(least);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {RICE + "; 0.15", PREDICT + "; 0.63", HIGH + "; 0.28", AUTO + "; 0.63", AUTO_HIGH + "; 0.3"})
    void flippedBits(String text, double least) {
        TranscodingChain chain = Transcript.chain(text);
        int step = text.contains("high") ? 29 : 3; // some bits of each byte; high effort is slow
        int refused = 0;
        int flips = 0;
        for (Signal signal : signals()) {
            List<Packet> packets = pair(chain, signal);
            try (ChainDecoder decoder = chain.newDecoder(MIXED)) {
                for (Packet victim : packets) {
                    for (int bit = 0; bit < victim.payload().length * 8; bit += step) {
                        byte[] flipped = victim.payload().clone();
                        flipped[bit / 8] ^= (byte) (1 << bit % 8);
                        String what = signal + ", packet " + victim.sequence() + " with bit " + bit + " flipped";
                        refused += refusedInItsPlace(decoder, signal, packets, victim, flipped, what) ? 1 : 0;
                        flips++;
                    }
                }
            }
        }
        assertThat(share(refused, flips)).isGreaterThanOrEqualTo(least);
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO, AUTO_HIGH})
    void bytesBehindTheEnd(String text) {
        TranscodingChain chain = Transcript.chain(text);
        for (Signal signal : signals()) {
            List<Packet> packets = pair(chain, signal);
            try (ChainDecoder decoder = chain.newDecoder(MIXED)) {
                for (Packet victim : packets) {
                    int more = 9 + victim.header().unitCount() * MIXED.setBytes() - victim.payload().length;
                    byte[] longer = Arrays.copyOf(victim.payload(), victim.payload().length + Math.max(9, more));
                    String what = signal + ", packet " + victim.sequence() + " with " + more + " bytes more";
                    assertThat(refusedInItsPlace(decoder, signal, packets, victim, longer, what))
                            .as(what)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {RICE + "; 0.99", PREDICT + "; 0.86", HIGH + "; 0.6", AUTO + "; 0.99", AUTO_HIGH + "; 0.99"})
    void noiseInsteadOfPayload(String text, double least) {
        try (ChainDecoder decoder = Transcript.chain(text).newDecoder(MIXED)) {
            int refused = 0;
            for (long seed = 1; seed <= 1500; seed++) {
                Random random = new Random(seed);
                byte[] payload = new byte[random.nextInt(200)];
                random.nextBytes(payload);
                PacketHeader header = new PacketHeader(0, seed, Signal.ORIGIN_NANOS, 0, 1 + random.nextInt(90), true);
                refused += refused(decoder, header, payload, "seed " + seed) ? 1 : 0;
            }
            assertThat(share(refused, 1500)).isGreaterThanOrEqualTo(least);
        }
    }

    private static double share(int refused, int tried) {
        return (double) refused / tried;
    }

    /** Without the chain, which would refuse such blocks itself. */
    @ParameterizedTest
    @ValueSource(strings = {PREDICT, HIGH, AUTO, AUTO_HIGH})
    void decodersWithoutAChainStartWithAKeyBlockOnly(String text) {
        TranscodingChain chain = Transcript.chain(text);
        Signal signal = signals().get(0);
        List<Packet> packets = pair(chain, signal);
        Block key = block(packets.get(0));
        Block next = block(packets.get(1));
        Decoder decoder = chain.components().get(0).newDecoder(MIXED);
        assertRefused(decoder, next, "not a key packet");
        decoder.decode(key);
        decoder.decode(next);
        Block tooLong = new Block(0);
        tooLong.append(new byte[4096], 0, 4096);
        tooLong.describe(Signal.ORIGIN_NANOS, next.firstUnit(), next.unitCount());
        assertRefused(decoder, tooLong, "4096 bytes for 15 sensor sets of 10 bytes");
        assertRefused(decoder, next, "not a key packet");
        assertThat(copy(decoder.decode(key))).isEqualTo(Arrays.copyOf(signal.bytes(), 45 * MIXED.setBytes()));
        assertThat(copy(decoder.decode(next)))
                .isEqualTo(Arrays.copyOfRange(signal.bytes(), 45 * MIXED.setBytes(), signal.bytes().length));
        decoder.close();
    }

    private static void assertRefused(Decoder decoder, Block block, String why) {
        assertThatThrownBy(() -> decoder.decode(block))
                .isInstanceOfSatisfying(
                        BanipException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                .hasMessageContaining(why);
    }

    private static Block block(Packet packet) {
        Block block = new Block(packet.payload().length);
        block.append(packet.payload(), 0, packet.payload().length);
        block.describe(
                Signal.ORIGIN_NANOS,
                packet.header().firstUnit(),
                packet.header().unitCount());
        block.key(packet.header().key());
        return block;
    }

    private static byte[] copy(Block block) {
        return Arrays.copyOf(block.bytes(), block.length());
    }

    /**
     * The first packet of a decoder with the longest claimed length needs its sensor sets and its payload; in {@code auto} also a copy of the
     * payload and the state of the coder that it names. A packet that claims more is refused at once.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                RICE + "; 8; 0",
                RICE + "; 32; 0",
                PREDICT + "; 8; 0",
                PREDICT + "; 32; 0",
                HIGH + "; 8; 0",
                HIGH + "; 32; 0",
                AUTO + "; 8; 1824",
                AUTO + "; 32; 1824",
                AUTO_HIGH + "; 8; 32868",
                AUTO_HIGH + "; 32; 32868",
            })
    void largestClaims(String text, int bits, long stateKibibytes) {
        SensorGroup group = Signal.group("100", 512, bits);
        int most = Packet.MAX_DECODED / group.setBytes();
        List<byte[]> payloads = new ArrayList<>(List.of(new byte[] {0}, new byte[] {1}, new byte[] {1, -1, 0x55, 3}));
        payloads.add(new byte[] {2, 0x12, 0x34}); // 2 is the number of a coder, or an ordinary byte
        payloads.add(noise(1 << 12));
        if (!text.equals(HIGH)) { // which is slow
            payloads.add(noise(Packet.MAX_DECODED));
        }
        TranscodingChain chain = Transcript.chain(text);
        for (byte[] payload : payloads) { // so that shared tables are made before
            claimFirst(chain, group, 1, payload);
            claimFirst(chain, group, most + 1, payload);
        }
        int copies = text.startsWith("auto") ? 2 : 1;
        for (byte[] payload : payloads) {
            assertThat(claimFirst(chain, group, most, payload))
                    .as("%s, %d bytes, from %d", text, payload.length, payload[0])
                    .isLessThan(Packet.MAX_DECODED
                            + (long) copies * payload.length
                            + 1024 * stateKibibytes
                            + EXCEPTION_BYTES);
            assertThat(claimFirst(chain, group, most + 1, payload))
                    .as("%s, %d bytes too many, from %d", text, payload.length, payload[0])
                    .isLessThan(EXCEPTION_BYTES);
        }
    }

    /** The number of bytes that a new decoder allocates. */
    private static long claimFirst(TranscodingChain chain, SensorGroup group, int units, byte[] payload) {
        try (ChainDecoder decoder = chain.newDecoder(group)) {
            return tryClaim(decoder, units, payload);
        }
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(1).nextBytes(noise);
        return noise;
    }

    private static long tryClaim(ChainDecoder decoder, int units, byte[] payload) {
        PacketHeader header = new PacketHeader(0, 0, Signal.ORIGIN_NANOS, 0, units, true);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            decoder.decode(header, payload, 0, payload.length);
        } catch (BanipException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
