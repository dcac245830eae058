package org.banip.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets are sealed and opened; nothing that was changed opens, and nothing is sealed twice in the same way. */
class SealTest {
    private static final int TAG = 16;
    private static final int KEY_TAG = 48;
    private static final int PACKET = 20;

    @TempDir
    private Path folder;

    private TranscodingChain chain;

    @BeforeEach
    void makeKey() {
        chain = Sealing.chain(new SealKeys(folder).make(), folder);
    }

    private ChainDecoder decoder() {
        return chain.newDecoder(Sealing.BAN, 0);
    }

    private static void assertUndecodable(String what, ThrowingCallable call) {
        assertThatThrownBy(call)
                .as(what)
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET));
    }

    @Test
    void packetsGrowBySixteenBytesAndKeyPacketsByFortyEight() {
        List<Packet> packets = Sealing.packets(Sealing.encoder(chain), 0, 25);
        ChainDecoder decoder = decoder();
        for (int i = 0; i < packets.size(); i++) {
            Packet packet = packets.get(i);
            assertThat(packet.header().key()).isEqualTo(i % 10 == 0);
            assertThat(packet.payload()).hasSize(PACKET + (i % 10 == 0 ? KEY_TAG : TAG));
            assertThat(Sealing.open(decoder, packet))
                    .isEqualTo(Sealing.units(10L * i, 10).bytes());
        }
    }

    @Test
    void noChangedBitOpens() {
        List<Packet> packets = Sealing.packets(Sealing.encoder(chain), 0, 2);
        for (Packet packet : packets) {
            for (int bit = 0; bit < 8 * packet.payload().length; bit++) {
                byte[] changed = packet.payload().clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                ChainDecoder decoder = before(packets, packet);
                assertUndecodable("bit " + bit, () -> Sealing.open(decoder, packet.header(), changed));
            }
        }
    }

    @Test
    void noCutOrLongerPayloadOpens() {
        List<Packet> packets = Sealing.packets(Sealing.encoder(chain), 0, 2);
        for (Packet packet : packets) {
            for (int length = 0; length < 2 * packet.payload().length + 100; length++) {
                if (length != packet.payload().length) {
                    byte[] cut = Arrays.copyOf(packet.payload(), length);
                    ChainDecoder decoder = before(packets, packet);
                    assertUndecodable("length " + length, () -> Sealing.open(decoder, packet.header(), cut));
                }
            }
        }
    }

    /** A decoder that has opened all packets before this one. */
    private ChainDecoder before(List<Packet> packets, Packet packet) {
        ChainDecoder decoder = decoder();
        for (Packet earlier : packets.subList(0, packets.indexOf(packet))) {
            Sealing.open(decoder, earlier);
        }
        return decoder;
    }

    @Test
    void noOtherHeaderOpens() {
        List<Packet> packets = Sealing.packets(Sealing.encoder(chain), 0, 2);
        Packet second = packets.get(1);
        PacketHeader h = second.header();
        for (PacketHeader other : List.of(
                new PacketHeader(0, 1, h.originNanos() + 1, h.firstUnit(), h.unitCount(), false),
                new PacketHeader(0, 1, h.originNanos(), h.firstUnit() + 1, h.unitCount(), false),
                new PacketHeader(0, 1, h.originNanos(), h.firstUnit(), h.unitCount() + 1, false),
                new PacketHeader(0, 1, h.originNanos(), h.firstUnit(), h.unitCount(), true))) {
            assertUndecodable("" + other, () -> Sealing.open(before(packets, second), other, second.payload()));
        }
    }

    @Test
    void packetsOpenInTheirOrderOnly() {
        List<Packet> packets = Sealing.packets(Sealing.encoder(chain), 0, 12);
        ChainDecoder skips = before(packets, packets.get(1));
        assertUndecodable("left out", () -> Sealing.open(skips, packets.get(2)));
        assertUndecodable("after an error", () -> Sealing.open(skips, packets.get(1)));
        ChainDecoder repeats = before(packets, packets.get(2));
        assertUndecodable("twice", () -> Sealing.open(repeats, packets.get(1)));
        ChainDecoder oldHeader = before(packets, packets.get(2));
        assertUndecodable(
                "with the header of the one before",
                () -> Sealing.open(
                        oldHeader, packets.get(1).header(), packets.get(2).payload()));
        assertThat(Sealing.open(oldHeader, packets.get(10))).hasSize(PACKET);
        assertUndecodable("of the context before", () -> Sealing.open(oldHeader, packets.get(1)));
    }

    @Test
    void packetsOpenInTheirBanAndGroupOnlyAndInTheGroupThatHasWhatIsLate() {
        Packet packet = Sealing.packets(Sealing.encoder(chain), 0, 1).get(0);
        assertUndecodable("group", () -> Sealing.open(chain.newDecoder(Sealing.BAN, 2), packet));
        assertUndecodable("BAN", () -> Sealing.open(chain.newDecoder(Sealing.ban("ban-18"), 0), packet));
        assertThat(Sealing.open(chain.newDecoder(Sealing.BAN, 1), packet))
                .isEqualTo(Sealing.units(0, 10).bytes());
    }

    @Test
    void sealedToAnotherKeyDoesNotOpen() {
        Packet packet = Sealing.packets(Sealing.encoder(chain), 0, 1).get(0);
        TranscodingChain other = Sealing.chain(new SealKeys(folder).make(), folder);
        assertUndecodable("key", () -> Sealing.open(other.newDecoder(Sealing.BAN, 0), packet));
    }

    /** A nonce is the counter of a context; contexts differ by their ephemeral keys, which begin key packets. */
    @Test
    void nothingIsSealedTwiceWithOneKeyAndNonce() {
        Set<String> contexts = new HashSet<>();
        Set<String> sealed = new HashSet<>();
        int packets = 0;
        ChainEncoder restarted = Sealing.encoder(chain);
        for (int i = 0; i < 50; i++) {
            for (ChainEncoder encoder : List.of(restarted, Sealing.encoder(chain))) {
                encoder.restart();
                List<Packet> same = Sealing.packets(encoder, 0, 3);
                assertThat(same.get(0).header().key()).isTrue();
                contexts.add(Hex.of(Arrays.copyOf(same.get(0).payload(), KeyPair.BYTES)));
                same.forEach(packet -> sealed.add(Hex.of(packet.payload())));
                packets += same.size();
            }
        }
        assertThat(contexts).hasSize(100);
        assertThat(sealed).hasSize(packets);
    }

    @Test
    void threadsDoNotDisturbEachOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> {
                    ChainEncoder encoder = Sealing.encoder(chain);
                    ChainDecoder decoder = decoder();
                    for (int round = 0; round < 300; round++) {
                        encoder.restart();
                        for (Packet packet : Sealing.packets(encoder, 0, 2)) {
                            assertThat(Sealing.open(decoder, packet)).hasSize(PACKET);
                        }
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void encoderWhosePacketWasLostBeginsAnotherContext() {
        ChainEncoder encoder = Sealing.encoder(chain);
        List<Packet> before = Sealing.packets(encoder, 0, 2);
        assertThatThrownBy(() -> encoder.encode(Sealing.units(20, 10), block -> {
                    throw new IllegalStateException("no room");
                }))
                .hasMessage("no room");
        List<Packet> after = Sealing.packets(encoder, 20, 2);
        assertThat(after.get(0).header().key()).isTrue();
        ChainDecoder decoder = decoder();
        before.forEach(packet -> Sealing.open(decoder, packet));
        after.forEach(packet -> Sealing.open(decoder, packet));
    }

    /** All points of low order: with them, everybody knows the secret. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0100000000000000000000000000000000000000000000000000000000000000",
                "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
            })
    void pointsOfLowOrderAreNoKeys(String point) {
        assertThatThrownBy(() -> TranscodingChain.parse("seal(to=" + point + ")", Transcoders.installed()))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining("nothing can be sealed to it");
        Packet packet = Sealing.packets(Sealing.encoder(chain), 0, 1).get(0);
        byte[] changed = packet.payload().clone();
        System.arraycopy(Hex.bytes(point), 0, changed, 0, KeyPair.BYTES);
        assertUndecodable(point, () -> Sealing.open(decoder(), packet.header(), changed));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "seal; seal: to is missing; it must be given, as 64 hexadecimal digits in lower case",
                "seal(key=1min); seal: to is missing",
                "seal(to=00); seal: to=00 is not allowed; allowed is 64 hexadecimal digits in lower case",
                "seal(to=0000000000000000000000000000000000000000000000000000000000000000); nothing can be sealed to it",
                "seal(to=4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662g); is not allowed",
                "seal(to=4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a)|"
                        + "seal(to=4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a); must be the last component"
            })
    void wrongChainsAreRefused(String text, String message) {
        assertThatThrownBy(() -> TranscodingChain.parse(text, Transcoders.installed()))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining(message);
    }
}
