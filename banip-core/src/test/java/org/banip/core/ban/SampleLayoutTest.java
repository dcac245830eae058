package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.List;
import java.util.Random;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.banip.core.testing.Hex;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sensor sets, byte by byte (docs/protocol.md, section 1.1). */
class SampleLayoutTest {
    private final SampleLayout layout = new SampleLayout(Bans.ofWidths(1, 2, 3, 4));

    @Test
    void samplesFollowOneAnotherWithoutPadding() {
        byte[] set = new byte[10];

        layout.write(set, 0, 0, -2);
        layout.write(set, 0, 1, 0x1234);
        layout.write(set, 0, 2, -0x123456);
        layout.write(set, 0, 3, 0x12345678);

        assertThat(set)
                .isEqualTo(Hex.bytes(
                        "FE", // 1 byte
                        "34 12", // 2 bytes, the lowest first
                        "AA CB ED", // 3 bytes
                        "78 56 34 12")); // 4 bytes
        assertThat(layout.setBytes()).isEqualTo(10);
        assertThat(layout.channels()).isEqualTo(4);
        assertThat(layout.offset(3)).isEqualTo(6);
        assertThat(layout.width(3)).isEqualTo(4);
    }

    @Test
    void setsAreReadAtTheirOffset() {
        byte[] twoSets = Hex.bytes("00*10", "80", "00 80", "00 00 80", "00 00 00 80");

        assertThat(layout.read(twoSets, 10, 0)).isEqualTo(-128);
        assertThat(layout.read(twoSets, 10, 1)).isEqualTo(-32768);
        assertThat(layout.read(twoSets, 10, 2)).isEqualTo(-8388608);
        assertThat(layout.read(twoSets, 10, 3)).isEqualTo(Integer.MIN_VALUE);
        assertThat(layout.read(twoSets, 0, 3)).isZero();
    }

    @Test
    void everyFittingValueIsReadBackAndChangesNoOtherByte() {
        Random random = Seed.random("samples");
        byte[] sets = new byte[30];
        random.nextBytes(sets);
        for (int i = 0; i < 10_000; i++) {
            int channel = random.nextInt(4);
            int spare = 32 - 8 * layout.width(channel);
            int value = random.nextInt() << spare >> spare;
            int setAt = 10 * random.nextInt(3);
            byte[] before = sets.clone();

            layout.write(sets, setAt, channel, value);

            assertThat(layout.read(sets, setAt, channel)).isEqualTo(value);
            int from = setAt + layout.offset(channel);
            System.arraycopy(sets, from, before, from, layout.width(channel));
            assertThat(sets).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void valueThatDoesNotFitTheWidthIsRefused(int channel) {
        int half = 1 << (8 * layout.width(channel) - 1);
        byte[] set = new byte[10];

        layout.write(set, 0, channel, half - 1);
        layout.write(set, 0, channel, -half);
        assertRefused(ErrorCode.INVALID_SAMPLE, () -> layout.write(set, 0, channel, half))
                .hasMessageContaining("sample " + half + " of channel c in group group does not fit");
        assertRefused(ErrorCode.INVALID_SAMPLE, () -> layout.write(set, 0, channel, -half - 1));
        assertRefused(ErrorCode.INVALID_SAMPLE, () -> layout.write(set, 0, channel, Integer.MAX_VALUE));
    }

    @Test
    void valueOutsideTheDigitalRangeIsWrittenIfItFitsTheWidth() {
        SampleLayout elevenBits = new SampleLayout(SensorGroup.live("ecg", Frequency.ofHz(1), List.of(Bans.lead("x"))));
        byte[] set = new byte[2];

        elevenBits.write(set, 0, 0, -32768);

        assertThat(elevenBits.read(set, 0, 0)).isEqualTo(-32768);
    }
}
