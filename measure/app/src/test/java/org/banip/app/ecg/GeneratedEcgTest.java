package org.banip.app.ecg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedEcgTest {
    private static final int HZ = 250;

    @Test
    void samplesOfASeedAreTheSameOnEveryJvm() {
        EcgSettings settings = EcgSettings.builder()
                .leads(EcgSettings.LEADS)
                .seed(2003)
                .units(60 * HZ)
                .build();
        CRC32 crc = new CRC32();
        crc.update(bytes(new GeneratedEcg(settings), 100));
        assertThat(crc.getValue()).isEqualTo(806886718L);
    }

    @Test
    void portionsDoNotMatter() {
        EcgSettings settings =
                EcgSettings.builder().leads(List.of("II", "V1")).units(5000).build();
        byte[] whole = bytes(new GeneratedEcg(settings), 5000);
        assertThat(whole).hasSize(5000 * 4);
        assertThat(bytes(new GeneratedEcg(settings), 1)).isEqualTo(whole);
        assertThat(bytes(new GeneratedEcg(settings), 17)).isEqualTo(whole);
    }

    @Test
    void seedsDiffer() {
        byte[] one =
                bytes(new GeneratedEcg(EcgSettings.builder().seed(1).units(1000).build()), 100);
        byte[] two =
                bytes(new GeneratedEcg(EcgSettings.builder().seed(2).units(1000).build()), 100);
        assertThat(one).isNotEqualTo(two);
    }

    @ParameterizedTest
    @ValueSource(doubles = {30, 72, 180})
    void heartBeatsAtTheRateThatWasSet(double heartRate) {
        double[] lead = millivolts(
                EcgSettings.builder().heartRate(heartRate).units(300 * HZ).build())[0];
        assertThat(rPeaks(lead).size() / 5.0).isCloseTo(heartRate, within(heartRate * 0.03));
    }

    @Test
    void intervalsVaryAsSet() {
        EcgSettings.Builder settings = EcgSettings.builder().noise(0).units(300 * HZ);
        assertThat(relativeDeviation(settings.variability(0))).isLessThan(0.005);
        assertThat(relativeDeviation(settings.variability(0.05))).isBetween(0.02, 0.06);
    }

    @Test
    void wavesHaveTheHeightsOfAnEcg() {
        double[] lead = millivolts(
                EcgSettings.builder().wander(0).noise(0).units(60 * HZ).build())[0];
        assertThat(Arrays.stream(lead).max().getAsDouble()).isBetween(0.9, 1.5);
        assertThat(Arrays.stream(lead).min().getAsDouble()).isBetween(-0.6, -0.05);
        int peak = rPeaks(lead).get(10);
        assertThat(highest(lead, peak + HZ / 6, peak + HZ / 2)).as("T wave").isBetween(0.15, 0.45);
        assertThat(highest(lead, peak - HZ / 4, peak - HZ / 10)).as("P wave").isBetween(0.08, 0.25);
        assertThat(highest(lead, peak + HZ / 2, peak + HZ * 11 / 20))
                .as("isoelectric")
                .isBetween(-0.05, 0.05);
    }

    @Test
    void limbLeadsObeyEinthoven() {
        double[][] leads = millivolts(
                EcgSettings.builder().leads(EcgSettings.LEADS).units(20 * HZ).build());
        for (int i = 0; i < leads[0].length; i++) {
            assertThat(leads[0][i] + leads[2][i]).isCloseTo(leads[1][i], within(0.0021));
            assertThat(leads[3][i] + leads[4][i] + leads[5][i]).isCloseTo(0, within(0.0021));
        }
    }

    @Test
    void endlessOneGoesOn() {
        GeneratedEcg ecg = new GeneratedEcg(EcgSettings.builder().build());
        Block block = new Block(16);
        for (int i = 0; i < 100; i++) {
            block.clear();
            assertThat(ecg.read(block, 1000)).isEqualTo(1000);
        }
    }

    @Test
    void settingsOutOfRangeAreRefusedWithWhatIsAllowed() {
        assertRefused(EcgSettings.builder().heartRate(0), "heart rate (/min) is 0.0, allowed are 20.0 to 250.0");
        assertRefused(EcgSettings.builder().variability(Double.NaN), "variability is NaN, allowed are 0.0 to 0.3");
        assertRefused(EcgSettings.builder().frequency(Frequency.ofHz(10)), "allowed are 50.0 to 10000.0");
        assertRefused(EcgSettings.builder().leads(List.of("V9")), "no lead V9, allowed are [I, II, III");
        assertRefused(EcgSettings.builder().leads(List.of()), "leads is 0.0");
        assertRefused(EcgSettings.builder().units(0), "units is 0, allowed is 1 or more");
    }

    private static void assertRefused(EcgSettings.Builder settings, String message) {
        assertThatThrownBy(settings::build).isInstanceOf(BanipException.class).hasMessageContaining(message);
    }

    private static byte[] bytes(Sensor sensor, int portion) {
        Block block = new Block(16);
        int count = sensor.read(block, portion);
        while (count != -1) {
            assertThat(count).isBetween(1, portion);
            count = sensor.read(block, portion);
        }
        return Arrays.copyOf(block.bytes(), block.length());
    }

    private static double[][] millivolts(EcgSettings settings) {
        GeneratedEcg ecg = new GeneratedEcg(settings);
        SampleLayout layout = new SampleLayout(ecg.group());
        byte[] bytes = bytes(ecg, 1000);
        double[][] leads = new double[layout.channels()][bytes.length / layout.setBytes()];
        for (int c = 0; c < leads.length; c++) {
            for (int i = 0; i < leads[c].length; i++) {
                leads[c][i] = ecg.group().channels().get(c).toPhysical(layout.read(bytes, i * layout.setBytes(), c));
            }
        }
        return leads;
    }

    /** Indices of the highest sample of each excursion above half the height of R. */
    private static List<Integer> rPeaks(double[] lead) {
        List<Integer> peaks = new ArrayList<>();
        int highest = -1;
        for (int i = 0; i < lead.length; i++) {
            if (lead[i] > 0.6) {
                highest = highest < 0 || lead[i] > lead[highest] ? i : highest;
            } else if (highest >= 0) {
                peaks.add(highest);
                highest = -1;
            }
        }
        return peaks;
    }

    private static double relativeDeviation(EcgSettings.Builder settings) {
        List<Integer> peaks = rPeaks(millivolts(settings.build())[0]);
        double[] intervals = new double[peaks.size() - 1];
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = peaks.get(i + 1) - peaks.get(i);
        }
        double mean = Arrays.stream(intervals).average().getAsDouble();
        double variance = Arrays.stream(intervals)
                .map(interval -> (interval - mean) * (interval - mean))
                .average()
                .getAsDouble();
        return Math.sqrt(variance) / mean;
    }

    private static double highest(double[] lead, int from, int to) {
        return Arrays.stream(lead, from, to).max().getAsDouble();
    }
}
