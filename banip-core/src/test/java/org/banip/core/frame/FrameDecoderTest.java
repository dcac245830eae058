package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.Hex;
import org.junit.jupiter.api.Test;

/** What the decoder keeps, what it refuses, and when. */
class FrameDecoderTest {
    private final Collected collected = new Collected();
    private final FrameDecoder decoder = collected.decoder(true);

    @Test
    void largestFrameInSingleBytesIsParsedOnceItIsComplete() {
        Packet packet = packet(0, Packet.MAX_PAYLOAD);
        byte[] bytes = Collected.encode(List.of(packet), true);
        int header = bytes.length - Packet.MAX_PAYLOAD - FrameFormat.CRC_BYTES;

        for (int i = 0; i < bytes.length; i++) {
            decoder.feed(bytes, i, 1);
            if (i >= header && i < bytes.length - 1) {
                assertThat(decoder.needed()).isEqualTo(bytes.length);
            }
        }

        assertThat(collected.frames()).containsExactly(packet);
    }

    @Test
    void piecesOfAMegabyteAreNotKept() {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            packets.add(packet(i, 100_000));
        }
        byte[] bytes = Collected.encode(packets, true);
        for (int at = 0; at < bytes.length; at += 1_000_000) {
            decoder.feed(bytes, at, Math.min(1_000_000, bytes.length - at));
            assertThat(decoder.room()).isLessThanOrEqualTo(FrameFormat.MAX_FRAME);
        }

        assertThat(collected.frames()).isEqualTo(packets);
        assertThat(decoder.pendingBytes()).isZero();
    }

    @Test
    void bufferForALongFrameIsReleased() {
        byte[] bytes = Collected.encode(List.of(packet(0, Packet.MAX_PAYLOAD)), true);

        decoder.feed(bytes, 0, bytes.length - 1);
        assertThat(decoder.room()).isBetween(bytes.length - 1, FrameFormat.MAX_FRAME);
        decoder.feed(bytes, bytes.length - 1, 1);
        assertThat(decoder.room()).isZero();
    }

    @Test
    void announcedLengthAllocatesNothingBeforeTheBytesArrive() {
        byte[] head = Hex.bytes("D8", "80 80 10", "00", "00*8", "00", "01");

        decoder.feed(head, 0, head.length);

        assertThat(decoder.pendingBytes()).isEqualTo(head.length);
        assertThat(decoder.room()).isLessThanOrEqualTo(1024);
    }

    @Test
    void tooLongFramesAreRefusedBeforeTheirBodyArrives() {
        refused(ErrorCode.MALFORMED_FRAME, "payload length 262145 exceeds limit 262144, test", "D8", "81 80 10");
        refused(ErrorCode.MALFORMED_FRAME, "control frame length 32769 exceeds limit 32768, test", "02", "81 80 02");
        refused(ErrorCode.MALFORMED_FRAME, "control frame length 72057594037927935 exceeds", "40", "FF*7", "7F");
    }

    @Test
    void unknownGroupIsRefusedAfterItsChecksumIsVerified() {
        for (int group : new int[] {1, 7, 64, 255}) {
            for (boolean key : new boolean[] {true, false}) {
                String crc = String.format("%08X", Crc32c.finish(PacketHeader.crcState(group, 0, 0, 0, 1, key)));
                String head = (key ? "FF 00 " : "DF 00 ") + String.format("%02X", group) + " 00 00*8 00 01";
                String what = "group " + group + " in a BAN of 1 group, test";
                refused(ErrorCode.UNKNOWN_GROUP, what, head, crc);
                refused(ErrorCode.CHECKSUM_MISMATCH, "fails its CRC-32C", head, "00000000");
                byte[] bytes = Hex.bytes(head, crc);
                new Collected().decoder(true).feed(bytes, 0, bytes.length - 1);
            }
        }
        refused(ErrorCode.MALFORMED_FRAME, "first frame of group 1 lacks", "81", "03");
    }

    @Test
    void firstFrameOfAGroupMustHaveAllFields() {
        for (String type : List.of("80", "90", "98", "88", "A0", "B8", "C0", "C8", "D0")) {
            refused(
                    ErrorCode.MALFORMED_FRAME,
                    "first frame of group 0 lacks its sequence number, time or count, type 0x",
                    type,
                    "00");
        }
    }

    @Test
    void numbersBeyondTheirRangeAreMalformed() {
        refused(ErrorCode.MALFORMED_FRAME, "number longer than 8 bytes", "D8", "80*8");
        refused(
                ErrorCode.MALFORMED_FRAME,
                "sequence number 72057594037927935 is outside",
                "D8 00",
                "FF*7 7F", // sequence number 2⁵⁶ − 1: none is left after it
                "00*8 00 01 00*4");
        refused(
                ErrorCode.MALFORMED_FRAME,
                "unit count 65536 is outside",
                "D8 00 00 00*8 00",
                "80 80 04", // 65,536
                "00*4");
        refused(
                ErrorCode.MALFORMED_FRAME,
                "unit count 65536 is outside",
                "D8 00 00 00*8 00",
                "80*4 01", // 2²⁸: as 32-bit number of units it might do
                "00*4");
        refused(
                ErrorCode.MALFORMED_FRAME,
                "units 72057594037927935 + 1 are outside",
                "D8 00 00 00*8",
                "FF*7 7F", // first unit 2⁵⁶ − 1
                "01 00*4");
    }

    /** "As the bytes come" (docs/protocol.md, 5.4): the decoder does not wait for a payload that is never sent. */
    @Test
    void numbersBeyondTheirRangeAreMalformedBeforeThePayloadArrives() {
        refused(
                ErrorCode.MALFORMED_FRAME,
                "unit count 65536 is outside",
                "D8 83 80 08 00 00*8 00", // a payload of 131,075 bytes, of which none comes
                "80 80 04"); // 65,536
        refused(ErrorCode.MALFORMED_FRAME, "unit count 0 is outside", "D8 05 00 00*8 00", "00");
    }

    @Test
    void packetTowardsTheMbuIsMalformed() {
        byte[] bytes = Collected.encode(List.of(packet(0, 3)), true);

        assertThatThrownBy(() -> collected.decoder().feed(bytes, 0, bytes.length))
                .hasMessage("packet or gap on a body that has none, test");
    }

    @Test
    void referenceToAnotherPacketIsDetected() {
        Packet sent = packet(8, 3);
        FrameBuffer out = new FrameBuffer(0);
        new FrameEncoder(List.of(packet(7, 3).header()), new boolean[] {true}).encode(sent, out);
        FrameDecoder mistaken =
                new FrameDecoder(List.of(packet(6, 3).header()), new boolean[] {true}, collected, "test");

        assertThatThrownBy(() -> mistaken.feed(out.bytes(), 0, out.length()))
                .hasMessage("packet 7 of group 0 fails its CRC-32C, test");
    }

    @Test
    void exceptionOfTheHandlerIsPassedOn() {
        FrameDecoder failing = new FrameDecoder(
                Collections.emptyList(),
                new boolean[0],
                new FrameHandler() {
                    @Override
                    public void sequenced(org.banip.core.packet.Sequenced item) {}

                    @Override
                    public void control(Control frame) {
                        throw new IllegalStateException("mine");
                    }
                },
                "test");
        byte[] bytes = Collected.encode(List.of(new Control.KeepAlive()));

        assertThatThrownBy(() -> failing.feed(bytes, 0, bytes.length)).hasMessage("mine");
    }

    private static void refused(ErrorCode code, String message, String... bytes) {
        byte[] all = Hex.bytes(bytes);
        FrameDecoder fresh = new Collected().decoder(true);
        assertRefused(code, () -> fresh.feed(all, 0, all.length)).hasMessageContaining(message);
    }

    private static Packet packet(long sequence, int length) {
        return Packet.of(new PacketHeader(0, sequence, 0, sequence * 10, 10, true), new byte[length]);
    }
}
