package org.banip.alerts.rhythm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.signals.EcgSignal;
import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

/** Asystole and rates in generated signals at 250 samples a second. */
class HeartRateTest {
    private static final int RATE = 250;
    private static final SensorGroup ONE = Watched.group("250", "II mV 1000");
    private static final SensorGroup TWO = Watched.group("250", "II mV 1000", "V mV 1000");

    @Test
    void aHeartThatStopsAndBeatsAgain() {
        double[] lead = lead(120, signal -> signal.beats(0.4, 60, 70, 1, 1).beats(80, 119, 70, 1, 2));
        Watched watched = one("");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.found()).extracting(finding -> finding.kind()).containsExactly("asystole", "asystole");
        assertThat(seconds(watched, 0)).isBetween(63.0, 65.0);
        assertThat(watched.found().get(0).severity()).isEqualTo(Severity.HIGH);
        assertThat((watched.found().get(0).sinceNanos() - Watched.ORIGIN) / 1e9).isBetween(59.0, 60.0);
        assertThat(seconds(watched, 1)).isBetween(80.0, 86.0);
    }

    @Test
    void aSignalWithoutAnyBeatIsAsystole() {
        double[] lead = lead(20, signal -> signal);
        Watched watched = one("'asystoleMillis':3000");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.found()).hasSize(1);
        assertThat(seconds(watched, 0)).isBetween(3.5, 4.5);
    }

    /** The beats of the first 4 s are told at their end. */
    @Test
    void aShortTimeOfAsystoleRaisesNothingAtTheBeginning() {
        double[] lead = lead(30, signal -> signal.beats(0.4, 29, 50, 1, 13));
        Watched watched = one("'asystoleMillis':2000");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.findings()).isEmpty();
    }

    @Test
    void pacingWithoutAnAnswerIsAsystole() {
        double[] lead = lead(40, signal -> signal.paced(0.5, 20, 70, 1).pulses(20.3, 40, 70));
        Watched watched = one("");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.found()).extracting(finding -> finding.kind()).containsExactly("asystole");
    }

    @Test
    void fastAndSlowHeartsAreFoundOnlyIfTheyLast() {
        double[] lead = lead(
                150,
                signal -> signal.beats(0.4, 40, 80, 1, 3)
                        .beats(40.3, 80, 190, 1, 4)
                        .beats(81, 149, 32, 1, 5));
        Watched watched = one("'above':150,'below':40,'lastingMillis':5000");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.found())
                .extracting(finding -> finding.kind() + finding.begins())
                .containsExactly("fasttrue", "fastfalse", "slowtrue");
        assertThat(seconds(watched, 0)).isBetween(45.0, 49.0);
        assertThat(watched.found().get(0).value()).isBetween(150.0, 195.0);
        assertThat(watched.found().get(2).value()).isBetween(30.0, 40.0);
    }

    @Test
    void aHealthyHeartRaisesNothing() {
        double[] lead = lead(
                600, signal -> signal.beats(0.4, 599, 60, 1, 6).noise(0.1, 7).sine(0.3, 0.5));
        Watched watched = one("");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.findings()).isEmpty();
    }

    @Test
    void oneLeadThatFailsRaisesNothing() {
        double[] good = lead(60, signal -> signal.beats(0.4, 59, 70, 1, 8));
        double[] fails = lead(60, signal -> signal.beats(0.4, 20, 70, 1, 8));
        double[] noisy = lead(60, signal -> signal.beats(0.4, 20, 70, 1, 8).beats(20.2, 59, 210, 1.5, 9));
        for (double[] other : Arrays.asList(fails, noisy)) {
            Watched watched = new Watched(TWO, detector("'II','V'", ""));
            feed(watched, 0, good.length, good, other);
            assertThat(watched.findings()).isEmpty();
        }
    }

    @Test
    void anElectrodeThatIsOffIsNoAsystole() {
        double[] lead = lead(60, signal -> signal.beats(0.4, 59, 70, 1, 10));
        Arrays.fill(lead, 20 * RATE, 40 * RATE, 32.767);
        Watched watched = one("");
        feed(watched, 0, lead.length, lead);
        assertThat(watched.findings()).isEmpty();
    }

    @Test
    void aLongGapIsNoAsystole() {
        double[] lead = lead(60, signal -> signal.beats(0.4, 59, 70, 1, 11));
        Watched watched = one("");
        feed(watched, 0, 20 * RATE, lead);
        watched.leaveOut(20 * RATE);
        feed(watched, 40 * RATE, lead.length, lead);
        assertThat(watched.findings()).isEmpty();
    }

    @Test
    void shortGapsDoNotHideAsystole() {
        double[] lead = lead(60, signal -> signal.beats(0.4, 20, 70, 1, 12));
        Watched watched = one("");
        for (int second = 0; second < 60; second += 3) {
            feed(watched, second * RATE, second * RATE + 5 * RATE / 2, lead);
            watched.leaveOut(RATE / 2);
        }
        assertThat(watched.found()).extracting(finding -> finding.kind()).containsExactly("asystole");
        assertThat(seconds(watched, 0)).isBetween(24.0, 28.0);
    }

    private static double[] lead(double length, java.util.function.UnaryOperator<EcgSignal> waves) {
        int[] digital = waves.apply(new EcgSignal(RATE, length)).noise(0.01, 99).digital(1000, 0);
        double[] lead = new double[digital.length];
        for (int i = 0; i < lead.length; i++) {
            lead[i] = digital[i] / 1000.0;
        }
        return lead;
    }

    private static void feed(Watched watched, int from, int to, double[]... leads) {
        double[] values = new double[leads.length];
        for (int i = from; i < to; i++) {
            for (int c = 0; c < leads.length; c++) {
                values[c] = leads[c][i];
            }
            watched.next(values);
        }
    }

    private static double seconds(Watched watched, int finding) {
        return (watched.found().get(finding).atNanos() - Watched.ORIGIN) / 1e9;
    }

    private static Watched one(String fields) {
        return new Watched(ONE, detector("'II'", fields));
    }

    private static String detector(String channels, String fields) {
        return "{'name':'h','kind':'heart-rate','group':'g','channels':[" + channels + "]"
                + (fields.isEmpty() ? "" : "," + fields) + "}";
    }
}
