package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HighCodecTest {
    private static final SensorGroup ECG = Signal.group("360", 2, 12);
    private static final int NEVER = Integer.MAX_VALUE;

    /** Bounds that hold for every seed by a wide margin. The figures are in docs/transcoders.md. */
    @Test
    void predictableSignalsShrink() {
        Signal waves = Signal.waves(ECG, 7200, 5);
        Pair pair = new Pair(ECG);
        pair.send(waves, 180, NEVER, 5);
        assertThat(pair.bytesOut()).isLessThan(waves.bytes().length / 5);
    }

    @Test
    void constantSignalsNeedAlmostNoBytes() {
        Signal zeros = new Signal("zeros", ECG, 36_000, new byte[36_000 * 4]);
        Pair pair = new Pair(ECG);
        pair.send(zeros, 36, NEVER, 6);
        assertThat(pair.bytesOut()).isLessThan(500);
    }

    @Test
    void noiseIsStored() {
        Signal noise = Signal.noise(Signal.group("360", 2, 16), 2000, 7);
        Pair pair = new Pair(noise.group());
        for (int unit = 0; unit < 2000; unit += 20) {
            long before = pair.bytesOut();
            Block sets = noise.block(unit, 20);
            sets.key(unit == 0);
            pair.send(sets, "unit " + unit);
            assertThat(pair.bytesOut() - before).isLessThanOrEqualTo(sets.length());
        }
    }

    /** Packets of noise are stored, and both halves learn from them. */
    @Test
    void storedPacketsKeepBothHalvesSynchronised() {
        Signal plateaus = Signal.plateaus(Signal.group("360", 2, 16), 4000, 8);
        Pair pair = new Pair(plateaus.group());
        pair.send(plateaus, 50, NEVER, 8);
        assertThat(pair.bytesOut()).isLessThan(plateaus.bytes().length * 6L / 10);
    }

    /** The time for a sample is bounded for all bytes. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32})
    void sampleNeedsAtMostAHundredDecisions(int bits) {
        SensorGroup group = Signal.group("250", 3, bits);
        for (long seed = 0; seed < 40; seed++) {
            HighGroupModel model = new HighGroupModel(group);
            CountingReader reader = new CountingReader(seed);
            Block unit = new Block(group.setBytes());
            for (int i = 0; i < 300; i++) {
                unit.describe(Signal.ORIGIN_NANOS, i, 1);
                reader.decisions = 0;
                model.code(reader, unit.bytes(), unit, true);
                assertThat(reader.decisions).as("seed " + seed + ", unit " + i).isLessThanOrEqualTo(3 * 100);
            }
        }
    }

    /** Always the unlikelier result, or random results with several probabilities. */
    private static final class CountingReader implements BitCoder {
        private final Random random;
        private final double unlikely;
        private int decisions;

        CountingReader(long seed) {
            random = new Random(seed);
            unlikely = seed % 4 == 0 ? 1 : random.nextDouble();
        }

        @Override
        public boolean code(boolean bit, int probability) {
            decisions++;
            return random.nextDouble() < unlikely == probability < ONE / 2;
        }
    }

    @Test
    void undecodablePacketsHaveAReason() {
        Block packet = new Block(16);
        packet.describe(Signal.ORIGIN_NANOS, 0, 2);
        packet.key(true);
        packet.append(new byte[10], 0, 10);
        HighDecoder decoder = new HighDecoder(ECG);
        assertThatThrownBy(() -> decoder.decode(packet)).hasMessageContaining("10 bytes for 2 sensor sets of 4 bytes");
        packet.describe(Signal.ORIGIN_NANOS, 0, 3);
        assertThatThrownBy(() -> decoder.decode(packet)).hasMessageContaining("bytes behind the last sample");
        packet.describe(Signal.ORIGIN_NANOS, 0, Integer.MAX_VALUE);
        assertThatThrownBy(() -> decoder.decode(packet)).hasMessageContaining("at most 1048576 bytes");
    }
}
