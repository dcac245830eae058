package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.Hex;
import org.junit.jupiter.api.Test;

/** Data frames, byte by byte (docs/protocol.md, section 5.2). */
class DataFrameTest {
    private static final long ORIGIN = 0x18E9E313A53D6000L;

    private final FrameBuffer out = new FrameBuffer(0);
    private final FrameEncoder encoder = Collected.encoder(true, false);

    @Test
    void firstFrameOfAGroupHasAllFields() {
        encoder.encode(packet(0, 7, 630, 90, true), out);

        assertThat(written())
                .isEqualTo(Hex.bytes(
                        "D8", // data, Q = 2, T, C, group 0
                        "03", // payload length
                        "07", // sequence number
                        "18 E9 E3 13 A5 3D 60 00", // origin
                        "F6 04", // first unit 630
                        "5A", // unit count 90
                        "01 02 03", // payload
                        crc(packet(0, 7, 630, 90, true))));
    }

    @Test
    void overheadInTheSteadyStateIsSixBytes() {
        encoder.encode(packet(0, 7, 630, 90, true), out);
        out.clear();
        Packet next = packet(0, 8, 720, 90, true);

        encoder.encode(next, out);

        assertThat(written())
                .isEqualTo(Hex.bytes(
                        "80", // data, Q = 0, group 0
                        "03", // payload length
                        "01 02 03", // payload
                        crc(next)))
                .hasSize(6 + next.payload().length);
    }

    @Test
    void overheadGrowsByOneByteForALongPayloadAndForAHighGroup() {
        FrameEncoder ofEight = Collected.encoder(true, true, true, true, true, true, true, true);
        for (int group : new int[] {0, 7}) {
            long sequence = 0;
            int high = group == 7 ? 1 : 0;
            ofEight.encode(sized(group, sequence++, 0), out);
            for (int[] lengthAndCost :
                    new int[][] {{0, 6}, {127, 6}, {128, 7}, {16_383, 7}, {16_384, 8}, {Packet.MAX_PAYLOAD, 8}}) {
                out.clear();
                ofEight.encode(sized(group, sequence++, lengthAndCost[0]), out);
                assertThat(out.length() - lengthAndCost[0]).isEqualTo(lengthAndCost[1] + high);
            }
        }
    }

    @Test
    void sequenceNumberNearTheExpectedOneTakesOneByte() {
        encoder.encode(packet(0, 200, 0, 1, true), out);
        out.clear();
        Packet ahead = packet(0, 328, 128, 1, true);
        Packet back = packet(0, 201, 1, 1, true);

        encoder.encode(ahead, out);
        encoder.encode(back, out);

        assertThat(written())
                .isEqualTo(Hex.bytes(
                        "A0", // data, Q = 1, group 0
                        "03", // payload length
                        "7F", // 127 beyond the expected 201
                        "01 02 03",
                        crc(ahead),
                        "A0", // data, Q = 1, group 0
                        "03", // payload length
                        "80", // 128 before the expected 329
                        "01 02 03",
                        crc(back)));
    }

    @Test
    void sequenceNumberFarFromTheExpectedOneIsSentCompletely() {
        encoder.encode(packet(0, 200, 0, 1, true), out);
        out.clear();
        Packet far = packet(0, 329, 129, 1, true);

        encoder.encode(far, out);

        assertThat(written())
                .isEqualTo(Hex.bytes(
                        "C0", // data, Q = 2, group 0
                        "03", // payload length
                        "C9 02", // sequence number 329
                        "01 02 03",
                        crc(far)));
    }

    @Test
    void keyPacketOfAStatefulChainHasTheKeyFlag() {
        Packet key = packet(1, 0, 0, 90, true);
        Packet follower = packet(1, 1, 90, 90, false);
        Packet nextKey = packet(1, 2, 180, 90, true);

        encoder.encode(key, out);
        encoder.encode(follower, out);
        encoder.encode(nextKey, out);

        assertThat(written())
                .isEqualTo(Hex.bytes(
                        "F9", // data, Q = 3, T, C, group 1
                        "03", // payload length
                        "00", // sequence number
                        "18 E9 E3 13 A5 3D 60 00", // origin
                        "00", // first unit
                        "5A", // unit count
                        "01 02 03",
                        crc(key),
                        "81", // data, Q = 0, group 1
                        "03",
                        "01 02 03",
                        crc(follower),
                        "E1", // data, Q = 3, group 1
                        "03",
                        "02", // sequence number
                        "01 02 03",
                        crc(nextKey)));
    }

    @Test
    void onlyFieldsThatDifferFromTheReferenceAreSent() {
        encoder.encode(packet(0, 0, 0, 90, true), out);
        out.clear();
        Packet shorter = packet(0, 1, 90, 45, true);
        Packet elsewhere = packet(0, 2, 1000, 45, true);

        encoder.encode(shorter, out);
        encoder.encode(elsewhere, out);

        assertThat(written())
                .isEqualTo(Hex.bytes(
                        "88", // data, Q = 0, C, group 0
                        "03", // payload length
                        "2D", // unit count 45
                        "01 02 03",
                        crc(shorter),
                        "90", // data, Q = 0, T, group 0
                        "03",
                        "18 E9 E3 13 A5 3D 60 00", // origin
                        "E8 07", // first unit 1000
                        "01 02 03",
                        crc(elsewhere)));
    }

    @Test
    void bothSidesUseTheReferenceFromBeforeTheBody() {
        PacketHeader last = packet(0, 41, 3690, 90, true).header();
        boolean[] stateless = {true};
        Packet next = packet(0, 42, 3780, 90, true);

        new FrameEncoder(List.of(last), stateless).encode(next, out);
        Collected collected = new Collected();
        new FrameDecoder(List.of(last), stateless, collected, "test").feed(out.bytes(), 0, out.length());

        assertThat(written()).startsWith(0x80, 0x03);
        assertThat(collected.frames()).containsExactly(next);
    }

    @Test
    void referencesOfGroupsAreIndependent() {
        boolean[] stateless = {true, true};
        List<Packet> packets = List.of(
                packet(0, 5, 50, 10, true),
                packet(1, 900, 0, 1, true),
                packet(0, 6, 60, 10, true),
                packet(1, 901, 1, 1, true));
        byte[] bytes = Collected.encode(packets, stateless);
        Collected collected = new Collected();

        collected.decoder(stateless).feed(bytes, 0, bytes.length);

        assertThat(collected.frames()).isEqualTo(packets);
    }

    @Test
    void impliedFirstUnitThatDoesNotFitIsMalformed() {
        Packet start = packet(0, 0, 0, 65_535, true);
        byte[] bytes = Collected.encode(List.of(start), true);
        byte[] hostile = Hex.bytes(
                "C0", // data, Q = 2, no T: the first unit is 65,535 · sequence number
                "00",
                "FE FF FF FF FF FF FF 7F", // sequence number 2⁵⁶ − 2
                "00 00 00 00");

        FrameDecoder decoder = new Collected().decoder(true);
        decoder.feed(bytes, 0, bytes.length);

        assertRefused(ErrorCode.MALFORMED_FRAME, () -> decoder.feed(hostile, 0, hostile.length))
                .hasMessageContaining("-1")
                .hasMessageEndingWith(", test");
    }

    @Test
    void encoderSendsTheFirstUnitIfItCannotBeImplied() {
        boolean[] stateless = {true};
        List<Packet> packets =
                List.of(packet(0, 0, 5, 65_535, true), packet(0, PacketHeader.MAX_NUMBER - 1, 9, 65_535, true));
        byte[] bytes = Collected.encode(packets, stateless);
        Collected collected = new Collected();

        collected.decoder(stateless).feed(bytes, 0, bytes.length);

        assertThat(collected.frames()).isEqualTo(packets);
    }

    @Test
    void encoderRefusesAGroupTheBanDoesNotHaveAndWritesNothing() {
        assertRefused(ErrorCode.UNKNOWN_GROUP, () -> encoder.encode(packet(2, 0, 0, 1, true), out));
        assertThat(out.length()).isZero();
    }

    @Test
    void encoderRefusesAPacketThatItsChainCannotMake() {
        assertThatThrownBy(() -> encoder.encode(packet(0, 0, 0, 1, false), out))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(out.length()).isZero();
    }

    @Test
    void numberOfGroupsIsTheSameEverywhere() {
        assertThatThrownBy(() -> new FrameEncoder(Collections.nCopies(2, null), new boolean[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private byte[] written() {
        return out.toByteArray();
    }

    private static String crc(Packet packet) {
        return String.format("%08X", packet.crc());
    }

    private static Packet sized(int group, long sequence, int length) {
        byte[] payload = new byte[length];
        Arrays.fill(payload, (byte) 9);
        return Packet.of(new PacketHeader(group, sequence, ORIGIN, sequence * 10, 10, true), payload);
    }

    private static Packet packet(int group, long sequence, long firstUnit, int unitCount, boolean key) {
        return Packet.of(new PacketHeader(group, sequence, ORIGIN, firstUnit, unitCount, key), new byte[] {1, 2, 3});
    }
}
