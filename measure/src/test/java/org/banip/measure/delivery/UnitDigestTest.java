package org.banip.measure.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

class UnitDigestTest {
    private static final SensorGroup GROUP = SensorGroup.live(
            "g",
            Frequency.ofHz(2),
            List.of(new Channel("a", "mV", 8, -128, 127, -1, 1), new Channel("b", "mV", 12, -2048, 2047, -1, 1)));
    private static final byte[] SETS = {1, 2, 3, 4, 5, 6, 7, 8, 9};

    private static UnitDigest of(long originNanos) {
        UnitDigest digest = new UnitDigest(GROUP);
        digest.add(SETS, 0, 3, originNanos, 0);
        return digest;
    }

    @Test
    void isOverTheInstantAndTheBytesOfEachSensorSet() throws Exception {
        byte[] expected = HexFormat.ofDelimiter(" ")
                .parseHex(
                        "00 00 00 00 00 00 00 64 01 02 03" // unit 0 at 100 ns
                                + " 00 00 00 00 1d cd 65 64 04 05 06" // unit 1 half a second later
                                + " 00 00 00 00 3b 9a ca 64 07 08 09");
        assertThat(of(100).hex())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(expected)));
    }

    @Test
    void doesNotDependOnPackets() {
        UnitDigest cut = new UnitDigest(GROUP);
        cut.add(SETS, 0, 1, 100, 0);
        cut.add(SETS, 3, 2, 100, 1);
        assertThat(cut.hex()).isEqualTo(of(100).hex());
        assertThat(cut.units()).isEqualTo(3);
        assertThat(cut.bytes()).isEqualTo(9);
    }

    @Test
    void dependsOnEveryByteInstantAndUnit() {
        UnitDigest otherByte = new UnitDigest(GROUP);
        otherByte.add(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 8}, 0, 3, 100, 0);
        UnitDigest fewer = new UnitDigest(GROUP);
        fewer.add(SETS, 0, 2, 100, 0);
        UnitDigest later = new UnitDigest(GROUP);
        later.add(SETS, 0, 3, 100, 1);
        assertThat(List.of(otherByte.hex(), fewer.hex(), later.hex(), of(101).hex()))
                .doesNotHaveDuplicates()
                .doesNotContain(of(100).hex());
    }
}
