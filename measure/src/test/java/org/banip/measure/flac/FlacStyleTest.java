package org.banip.measure.flac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlacStyleTest {
    private static long codedBytes(int[] samples, int bits) {
        Bits coded = new Bits();
        FlacStyle coder = new FlacStyle(bits);
        coder.encode(samples, coded);
        int[] decoded = new int[samples.length];
        coder.decode(coded, decoded);
        assertThat(decoded).isEqualTo(samples);
        return coded.length();
    }

    private static int[] noise(int count, int bits, long seed) {
        Random random = new Random(seed);
        int[] samples = new int[count];
        Arrays.setAll(samples, i -> random.nextInt() >> 32 - bits);
        return samples;
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32})
    void noiseComesBackAndHardlyGrows(int bits) {
        for (int count : new int[] {1, 2, 3, 5, 17, 4095, 4096, 4097, 9000}) {
            assertThat(codedBytes(noise(count, bits, count), bits)).isLessThan(count * bits / 8 * 11 / 10 + 16);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32})
    void extremesComeBack(int bits) {
        int top = (int) ((1L << bits - 1) - 1);
        int[] square = new int[5000];
        Arrays.setAll(square, i -> i / 7 % 2 == 0 ? top : -top - 1);
        codedBytes(square, bits);
        assertThat(codedBytes(new int[8192], bits)).isLessThan(8192 / 4);
    }

    @Test
    void sinesAreAlmostFree() {
        int[] sine = new int[4096];
        Arrays.setAll(sine, i -> (int) Math.round(10_000 * Math.sin(i * 0.05)));
        assertThat(codedBytes(sine, 16)).isLessThan(4096 * 2 / 4);
        int[] coarse = Arrays.stream(sine).map(sample -> sample << 2).toArray();
        assertThat(codedBytes(coarse, 18)).isLessThan(codedBytes(sine, 16) + 64);
    }
}
