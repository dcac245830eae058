package org.banip.mbu.thinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every tenth sensor set of 250 Hz. */
class DecimatorTest {
    private static final int TIMES = 10;
    private static final long FIRST = 1_795_215_600_004_000_000L;
    private static final SensorGroup GROUP = new SensorGroup(
            "ecg",
            Frequency.ofHz(250),
            ServiceClass.LIVE,
            Duration.ofSeconds(1),
            List.of(new Channel("a", "mV", 12, -2000, 2000, -10, 10), new Channel("b", "mV", 12, 0, 4000, -10, 10)));
    private static final SampleLayout LAYOUT = new SampleLayout(GROUP);

    /** The values of channel a at the lower rate; channel b has 2,000 more. */
    private static List<Integer> decimated(Thinning.Kind kind, int units, IntUnaryOperator signal, int... cuts) {
        Decimator decimator = new Decimator(GROUP, TIMES, kind);
        decimator.begin(FIRST);
        List<Integer> values = new ArrayList<>();
        Block out = new Block(64);
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : units;
            decimator.take(block(from, to, signal), out);
            collect(out, values);
            from = to;
        }
        decimator.finish(out);
        collect(out, values);
        return values;
    }

    private static Block block(int from, int to, IntUnaryOperator signal) {
        Block block = new Block(64);
        byte[] sets = new byte[(to - from) * LAYOUT.setBytes()];
        for (int unit = from; unit < to; unit++) {
            LAYOUT.write(sets, (unit - from) * LAYOUT.setBytes(), 0, signal.applyAsInt(unit));
            LAYOUT.write(sets, (unit - from) * LAYOUT.setBytes(), 1, signal.applyAsInt(unit) + 2000);
        }
        block.append(sets, 0, sets.length);
        block.describe(0, 1000 + from, to - from);
        return block;
    }

    private static void collect(Block out, List<Integer> values) {
        assertThat(out.originNanos()).isEqualTo(FIRST);
        assertThat(out.firstUnit()).isEqualTo(values.size());
        assertThat(out.length()).isEqualTo(out.unitCount() * LAYOUT.setBytes());
        for (int u = 0; u < out.unitCount(); u++) {
            int value = LAYOUT.read(out.bytes(), u * LAYOUT.setBytes(), 0);
            assertThat(LAYOUT.read(out.bytes(), u * LAYOUT.setBytes(), 1)).isEqualTo(value + 2000);
            values.add(value);
        }
    }

    private static int sine(int unit, double hertz) {
        return (int) Math.round(1000 * Math.sin(2 * Math.PI * hertz * unit / 250));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 10, 11, 500, 2501})
    void everyTenthUnitOfAStretchHasOne(int units) {
        for (Thinning.Kind kind : Thinning.Kind.values()) {
            assertThat(decimated(kind, units, unit -> 700))
                    .hasSize((units + TIMES - 1) / TIMES)
                    .containsOnly(700);
        }
    }

    /** 5 Hz is a fifth of the lower rate. */
    @Test
    void keepsASlowWaveInItsPlace() {
        List<Integer> values = decimated(Thinning.Kind.WAVEFORM, 2500, unit -> sine(unit, 5));
        for (int k = 6; k < values.size() - 6; k++) {
            assertThat(values.get(k)).isCloseTo(sine(k * TIMES, 5), within(10));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {14, 20, 24, 50, 100})
    void removesWhatTheLowerRateCannotShow(double hertz) {
        List<Integer> values = decimated(Thinning.Kind.WAVEFORM, 2500, unit -> sine(unit, hertz));
        for (int k = 6; k < values.size() - 6; k++) {
            assertThat(values.get(k)).isBetween(-10, 10);
        }
    }

    @Test
    void samplesStayAsTheyAre() {
        assertThat(decimated(Thinning.Kind.SAMPLES, 31, unit -> unit % 2 == 0 ? unit : -unit))
                .containsExactly(0, 10, 20, 30);
    }

    /** 2047 is beyond the digital range of channel a, and 4047 beyond that of b. */
    @Test
    void valueOutsideTheRangeIsNeverMixed() {
        List<Integer> values = decimated(Thinning.Kind.WAVEFORM, 500, unit -> unit >= 195 && unit < 225 ? 2047 : 500);
        assertThat(values).hasSize(50).containsOnly(500, 2047);
        assertThat(values.subList(20, 23)).containsOnly(2047);
        assertThat(values).filteredOn(value -> value == 2047).hasSize(3);
    }

    @Test
    void resultStaysInTheDigitalRange() {
        List<Integer> values = decimated(Thinning.Kind.WAVEFORM, 500, unit -> unit < 250 ? -2000 : 2000);
        assertThat(values).allSatisfy(value -> assertThat(value).isBetween(-2000, 2000));
        assertThat(values).contains(-2000, 2000);
    }

    @Test
    void resultDoesNotDependOnTheBlocks() {
        Random random = new Random(11);
        int[] signal = random.ints(1000, -2000, 2001).toArray();
        List<Integer> whole = decimated(Thinning.Kind.WAVEFORM, 1000, unit -> signal[unit]);
        assertThat(decimated(Thinning.Kind.WAVEFORM, 1000, unit -> signal[unit], 1, 2, 60, 61, 62, 500, 999))
                .isEqualTo(whole);
    }
}
