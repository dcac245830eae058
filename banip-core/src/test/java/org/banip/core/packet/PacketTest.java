package org.banip.core.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.zip.CRC32C;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.banip.core.testing.Hex;
import org.junit.jupiter.api.Test;

class PacketTest {
    private static final long MAX = PacketHeader.MAX_NUMBER;

    @Test
    void checksumIsOverTheWholePacketInItsFixedForm() {
        Packet packet = Packet.of(new PacketHeader(5, 6, -7, 8, 9, true), new byte[] {10, 11});
        CRC32C jdk = new CRC32C();
        jdk.update(Hex.bytes(
                "01", // key flag
                "05", // group
                "00 00 00 00 00 00 00 06", // sequence number
                "FF FF FF FF FF FF FF F9", // origin
                "00 00 00 00 00 00 00 08", // first unit
                "00 00 00 09", // unit count
                "0A 0B")); // payload

        assertThat(packet.crc()).isEqualTo((int) jdk.getValue());
        assertThat(packet.intact()).isTrue();
        assertThat(new Packet(packet.header(), new byte[] {10, 12}, packet.crc()).intact())
                .isFalse();
    }

    @Test
    void packetsWithEqualContentAreEqual() {
        PacketHeader header = new PacketHeader(0, 1, 2, 3, 4, true);

        assertThat(Packet.of(header, new byte[] {1}))
                .isEqualTo(Packet.of(header, new byte[] {1}))
                .hasSameHashCodeAs(Packet.of(header, new byte[] {1}))
                .isNotEqualTo(Packet.of(header, new byte[] {2}))
                .isNotEqualTo(new Packet(header, new byte[] {1}, 0));
    }

    @Test
    void headerKeepsItsFieldsInRange() {
        assertThat(new PacketHeader(63, MAX - 1, Long.MIN_VALUE, MAX - 65_535, 65_535, false).group())
                .isEqualTo(63);
        refused(64, 0, 0, 1);
        refused(-1, 0, 0, 1);
        refused(0, -1, 0, 1);
        refused(0, MAX, 0, 1);
        refused(0, 0, -1, 1);
        refused(0, 0, MAX, 1);
        refused(0, 0, MAX - 65_534, 65_535);
        refused(0, 0, 0, 0);
        refused(0, 0, 0, 65_536);
        refused(0, 0, 0, Integer.MIN_VALUE);
    }

    private static void refused(int group, long sequence, long firstUnit, int unitCount) {
        assertRefused(
                ErrorCode.MALFORMED_FRAME, () -> new PacketHeader(group, sequence, 0, firstUnit, unitCount, true));
    }

    @Test
    void payloadHasALimit() {
        PacketHeader header = new PacketHeader(0, 7, 0, 0, 1, true);

        assertThat(Packet.of(header, new byte[Packet.MAX_PAYLOAD]).intact()).isTrue();
        assertRefused(ErrorCode.TOO_LONG, () -> Packet.of(header, new byte[Packet.MAX_PAYLOAD + 1]))
                .hasMessage("packet 7 of group 0: payload of 262145 bytes exceeds limit 262144");
    }

    @Test
    void decodedPacketHasALimit() {
        SensorGroup wide = Bans.ofWidths(4, 4, 4, 4, 4, 4, 4, 4); // 32 bytes

        packet(0, 0, 32_768).requireFits(wide);
        assertRefused(ErrorCode.TOO_LONG, () -> packet(0, 0, 32_769).requireFits(wide))
                .hasMessage("packet 0 of group 0: 32769 sensor sets of 32 bytes exceed limit 1048576");
    }

    @Test
    void instantsOfItsUnitsMustFitSixtyFourBits() {
        SensorGroup perMinute = SensorGroup.live(
                "slow", Frequency.parse("1/60"), Bans.ofWidths(1).channels());
        long year = 31_557_600_000_000_000L;

        packet(year * 56, 0, 65_535).requireFits(perMinute);
        packet(Long.MIN_VALUE, 0, 65_535).requireFits(perMinute);
        assertRefused(
                ErrorCode.MALFORMED_FRAME,
                () -> packet(Long.MAX_VALUE - year / 12, 0, 65_535).requireFits(perMinute));
        assertRefused(ErrorCode.MALFORMED_FRAME, () -> packet(0, 1L << 55, 1).requireFits(perMinute));
        assertRefused(
                ErrorCode.MALFORMED_FRAME,
                () -> new Gap(0, 0, 1, 0, 5, 1L << 40, Gap.Reason.THINNED).requireFits(perMinute));
    }

    private static Packet packet(long origin, long firstUnit, int unitCount) {
        return Packet.of(new PacketHeader(0, 0, origin, firstUnit, unitCount, true), new byte[1]);
    }
}
