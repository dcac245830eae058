package org.banip.measure.urgency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.SampleLayout;
import org.junit.jupiter.api.Test;

class StoppingHeartTest {
    private static final long ORIGIN = 1_795_215_600_000_000_000L;
    private static final long MILLI = 1_000_000L;

    @Test
    void theDetectorFindsEachAsystoleByTheDecidingSample() {
        StoppingHeart heart = new StoppingHeart(20, 7);
        List<Finding> found = findings(heart);
        assertThat(found).extracting(Finding::kind).containsOnly(AsystoleRule.KIND);
        assertThat(found).hasSize(40);
        List<Finding> begun = found.stream().filter(Finding::begins).toList();
        assertThat(begun).hasSize(20);
        for (int i = 0; i < 20; i++) {
            StoppingHeart.Standstill standstill = heart.standstills().get(i);
            assertThat(begun.get(i).sinceNanos())
                    .isBetween(near(standstill.lastBeat(), -8), near(standstill.lastBeat(), 8));
            assertThat(begun.get(i).atNanos())
                    .isBetween(near(standstill.deciding(), -8), near(standstill.deciding(), 8));
        }
    }

    @Test
    void theSameSeedGivesTheSameSamples() {
        StoppingHeart heart = new StoppingHeart(2, 7);
        StoppingHeart same = new StoppingHeart(2, 7);
        assertThat(same.units()).isEqualTo(heart.units());
        assertThat(same.samples(1000)).isEqualTo(heart.samples(1000));
        assertThat(new StoppingHeart(2, 8).standstills()).isNotEqualTo(heart.standstills());
    }

    private static long near(int unit, long millis) {
        return ORIGIN + AsystoleRule.ECG.frequency().nanosOfUnit(unit) + millis * MILLI;
    }

    private static List<Finding> findings(StoppingHeart heart) {
        List<Finding> found = new ArrayList<>();
        GroupWatch watch = AsystoleRule.rules().watch(AsystoleRule.ECG, found::add);
        SampleLayout layout = new SampleLayout(AsystoleRule.ECG);
        byte[] set = new byte[layout.setBytes()];
        for (int unit = 0; unit < heart.units(); unit++) {
            int[] samples = heart.samples(unit);
            for (int channel = 0; channel < samples.length; channel++) {
                layout.write(set, 0, channel, samples[channel]);
            }
            watch.sensorSets(set, 0, 1, ORIGIN, unit);
        }
        return found;
    }
}
