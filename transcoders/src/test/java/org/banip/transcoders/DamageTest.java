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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged packets of the coders of samples end in {@code undecodable-packet}, or stand for other samples, as many as the header says; in no
 * other way, and without memory beyond that of a packet. After one, a key packet gets both halves in step again.
 */
class DamageTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String RICE = "rice";
    private static final String PREDICT = "predict(key=2s)";
    private static final String AUTO = "auto(key=2s)";
    private static final String HIGH = "predict(effort=high,key=2s)";
    private static final String AUTO_HIGH = "auto(effort=high,key=2s)";
    private static final SensorGroup MIXED = AwkwardSignals.mixed("100", 8, 16, 24, 32);
    /** What an exception may take, with its stack trace. */
    private static final long EXCEPTION_BYTES = 1 << 16;

    private static List<Signal> signals() {
        return List.of(
                AwkwardSignals.wandering(MIXED, 60, 5, 20),
                AwkwardSignals.of("coarse", MIXED, 160, (unit, c) -> (unit * unit >> 3) % 40 * 3 + 1),
                Signal.noise(MIXED, 20, 21));
    }

    /** A key packet and one after it. */
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

    /** Says whether it was refused. */
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

    /** Decodes a damaged packet in its place, then the undamaged ones; says whether the damaged one was refused. */
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
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO, AUTO_HIGH})
    void truncationAtEveryByte(String text) {
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
        assertThat(refused).isPositive();
        if (text.equals(RICE)) { // what it reads has an end of its own
            assertThat(refused).isEqualTo(lengths);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO, AUTO_HIGH})
    void flippedBits(String text) {
        TranscodingChain chain = Transcript.chain(text);
        int step = text.contains("high") ? 29 : 3; // a few of each byte; high effort takes its time
        int refused = 0;
        for (Signal signal : signals()) {
            List<Packet> packets = pair(chain, signal);
            try (ChainDecoder decoder = chain.newDecoder(MIXED)) {
                for (Packet victim : packets) {
                    for (int bit = 0; bit < victim.payload().length * 8; bit += step) {
                        byte[] flipped = victim.payload().clone();
                        flipped[bit / 8] ^= (byte) (1 << bit % 8);
                        String what = signal + ", packet " + victim.sequence() + " with bit " + bit + " flipped";
                        refused += refusedInItsPlace(decoder, signal, packets, victim, flipped, what) ? 1 : 0;
                    }
                }
            }
        }
        assertThat(refused).isPositive();
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
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO, AUTO_HIGH})
    void noiseInsteadOfPayload(String text) {
        try (ChainDecoder decoder = Transcript.chain(text).newDecoder(MIXED)) {
            int refused = 0;
            for (long seed = 1; seed <= 1500; seed++) {
                Random random = new Random(seed);
                byte[] payload = new byte[random.nextInt(200)];
                random.nextBytes(payload);
                PacketHeader header = new PacketHeader(0, seed, Signal.ORIGIN_NANOS, 0, 1 + random.nextInt(90), true);
                refused += refused(decoder, header, payload, "seed " + seed) ? 1 : 0;
            }
            assertThat(refused).isPositive();
        }
    }

    /** Without the chain around it, which would refuse them itself. */
    @ParameterizedTest
    @ValueSource(strings = {PREDICT, HIGH, AUTO, AUTO_HIGH})
    void decodersThemselvesStartWithAKeyBlockOnly(String text) {
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

    /** A packet that claims the most is decoded or refused in the memory of such a packet; one that claims more is refused at once. */
    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO, AUTO_HIGH})
    void largestClaims(String text) {
        SensorGroup group = Signal.group("100", 512, 32);
        try (ChainDecoder decoder = Transcript.chain(text).newDecoder(group)) {
            List<byte[]> payloads =
                    new ArrayList<>(List.of(new byte[] {0}, new byte[] {1}, new byte[] {1, -1, 0x55, 3}));
            payloads.add(noise(1 << 12));
            if (text.equals(AUTO_HIGH)) {
                payloads.add(new byte[] {2, 0x12, 0x34});
            }
            payloads.forEach(payload -> tryClaim(decoder, 513, payload)); // the first time is for what is made once
            payloads.subList(0, text.startsWith("auto") ? payloads.size() : 1) // auto's name its coders
                    .forEach(payload -> tryClaim(decoder, 512, payload));
            for (byte[] payload : payloads) {
                long allocated = tryClaim(decoder, 512, payload);
                assertThat(allocated).as(Arrays.toString(payload)).isLessThan(Packet.MAX_DECODED + EXCEPTION_BYTES);
                assertThat(tryClaim(decoder, 513, payload))
                        .as(Arrays.toString(payload))
                        .isLessThan(EXCEPTION_BYTES);
            }
        }
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(1).nextBytes(noise);
        return noise;
    }

    /** The bytes that it allocates. */
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
