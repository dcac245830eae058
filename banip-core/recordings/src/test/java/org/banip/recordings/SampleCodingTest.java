package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleCodingTest {
    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static int decode(SampleCoding coding, long sample, byte[] bytes) {
        return coding.decode(bytes, (int) coding.addressOf(sample), sample);
    }

    @Test
    void format80IsOffsetBinary() {
        byte[] bytes = bytes(
                0x00, // -128
                0x80, // 0
                0xff); // 127
        assertThat(decode(SampleCoding.BITS_8_OFFSET, 0, bytes)).isEqualTo(-128);
        assertThat(decode(SampleCoding.BITS_8_OFFSET, 1, bytes)).isEqualTo(0);
        assertThat(decode(SampleCoding.BITS_8_OFFSET, 2, bytes)).isEqualTo(127);
    }

    @Test
    void format212PacksTwoSamplesInThreeBytes() {
        byte[] bytes = bytes(
                0xe3, // first: low eight bits of 995
                0x33, // high nibble: of the second; low nibble: of the first
                0xf3, // second: low eight bits of 1011
                0x00, 0x78, // -2048, then 2047
                0xff, 0xff, 0x0f, // -1, then 0
                0x00);
        assertThat(decode(SampleCoding.BITS_12_PACKED, 0, bytes)).isEqualTo(995);
        assertThat(decode(SampleCoding.BITS_12_PACKED, 1, bytes)).isEqualTo(1011);
        assertThat(decode(SampleCoding.BITS_12_PACKED, 2, bytes)).isEqualTo(-2048);
        assertThat(decode(SampleCoding.BITS_12_PACKED, 3, bytes)).isEqualTo(2047);
        assertThat(decode(SampleCoding.BITS_12_PACKED, 4, bytes)).isEqualTo(-1);
        assertThat(decode(SampleCoding.BITS_12_PACKED, 5, bytes)).isEqualTo(0);
    }

    @Test
    void format16IsLittleEndian() {
        byte[] bytes = bytes(0x34, 0x12, 0x00, 0x80, 0xff, 0xff);
        assertThat(decode(SampleCoding.BITS_16, 0, bytes)).isEqualTo(0x1234);
        assertThat(decode(SampleCoding.BITS_16, 1, bytes)).isEqualTo(-32768);
        assertThat(decode(SampleCoding.BITS_16, 2, bytes)).isEqualTo(-1);
    }

    @Test
    void format24IsLittleEndian() {
        byte[] bytes = bytes(0x56, 0x34, 0x12, 0x00, 0x00, 0x80, 0xff, 0xff, 0x7f);
        assertThat(decode(SampleCoding.BITS_24, 0, bytes)).isEqualTo(0x123456);
        assertThat(decode(SampleCoding.BITS_24, 1, bytes)).isEqualTo(-8388608);
        assertThat(decode(SampleCoding.BITS_24, 2, bytes)).isEqualTo(8388607);
    }

    @Test
    void format32IsLittleEndian() {
        byte[] bytes = bytes(0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x00, 0x80);
        assertThat(decode(SampleCoding.BITS_32, 0, bytes)).isEqualTo(0x12345678);
        assertThat(decode(SampleCoding.BITS_32, 1, bytes)).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void everyValueOfTwelveBitsSurvivesInBothPlaces() {
        for (int value = -2048; value < 2048; value++) {
            byte[] bytes = WfdbFixture.encode(212, List.of(value, ~value));
            assertThat(decode(SampleCoding.BITS_12_PACKED, 0, bytes)).isEqualTo(value);
            assertThat(decode(SampleCoding.BITS_12_PACKED, 1, bytes)).isEqualTo(~value);
        }
    }

    @Test
    void samplesAndBytesAgree() {
        for (SampleCoding coding : SampleCoding.values()) {
            for (long samples = 0; samples < 10; samples++) {
                assertThat(coding.samplesIn(coding.bytesOf(samples))).isEqualTo(samples);
                assertThat(coding.paddedBytesOf(samples) - coding.bytesOf(samples))
                        .isBetween(0L, 1L);
            }
        }
    }
}
