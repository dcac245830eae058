package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.alerts.finding.Severity;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An MBU's detectors: they warn without a link, and the host hears of it later. */
class DetectorsTest extends MbuFixture {
    private static final long SECOND = 1_000_000_000L;
    private static final long ORIGIN = 1_795_215_600L * SECOND;
    private static final int HERTZ = 250;
    /** Microvolts. */
    private static final SensorGroup LEAD = SensorGroup.live(
            "lead", Frequency.ofHz(HERTZ), List.of(new Channel("II", "mV", 16, -32_768, 32_767, -32.768, 32.767)));

    private static final String HEART =
            "{\"name\":\"heart\",\"kind\":\"heart-rate\",\"group\":\"lead\",\"channels\":[\"II\"]}";
    private static final String HIGH =
            "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"a\",\"above\":4,\"hysteresis\":2}";
    private static final String SILENCE =
            "{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"lead\",\"afterMillis\":100}";
    private static final String LONG_SILENCE =
            "{\"name\":\"long\",\"kind\":\"silence\",\"group\":\"lead\",\"afterMillis\":3600000}";
    private static final String OTHER_SILENCE =
            "{\"name\":\"other\",\"kind\":\"silence\",\"group\":\"other\",\"afterMillis\":100}";
    /** The heart of the generated ECG stands still from here on. */
    private static final int STOPS = 20;

    private final List<Finding> found = new CopyOnWriteArrayList<>();
    private long lastInstant;

    @Override
    String uplink() {
        return "chunked";
    }

    /** The listener has been called when the offer of the deciding sample returns, also while nothing has room. */
    @ParameterizedTest
    @EnumSource(
            value = FullPolicy.class,
            names = {"DROP_NEWEST", "REFUSE"})
    void asystoleIsToldWithTheDecidingSampleWithoutAnyLink(FullPolicy policy) throws Exception {
        host.stop();
        int[] ecg = asystole();
        boolean roomy = policy == FullPolicy.REFUSE;
        try (MobileBaseUnit mbu = builder()
                .input(LEAD)
                .fullPolicy("lead", policy)
                .detectors(rules(HEART), found::add)
                .spool(roomy ? SpoolSettings.DEFAULT : new SpoolSettings(16, 65_536, 8192))
                .closeTimeout(Duration.ZERO)
                .start()) {
            SensorInput input = mbu.input("lead");
            for (int unit = 0; unit < ecg.length && found.isEmpty(); unit++) {
                OfferOutcome outcome = input.offerAt(instant(unit), ecg[unit]);
                assertThat(outcome).isNotIn(OfferOutcome.CLOSED, OfferOutcome.OUT_OF_ORDER);
                found.forEach(finding -> assertThat(finding.atNanos()).isEqualTo(lastInstant));
            }
        }
        assertThat(found).hasSize(1);
        Finding asystole = found.get(0);
        assertThat(asystole.kind()).isEqualTo("asystole");
        assertThat(asystole.begins()).isTrue();
        assertThat(asystole.severity()).isEqualTo(Severity.HIGH);
        assertThat(asystole.sinceNanos()).isBetween(ORIGIN + (STOPS - 2) * SECOND, ORIGIN + STOPS * SECOND);
        assertThat(asystole.atNanos() - asystole.sinceNanos()).isBetween(4 * SECOND, 5 * SECOND);
    }

    @Test
    void theAppIsToldOfAFindingThatTheHostNeverHearsOf() throws Exception {
        host.stop();
        String above = "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"lead\",\"channel\":\"II\",\"above\":0.5}";
        try (MobileBaseUnit mbu = builder()
                .input(LEAD)
                .fullPolicy("lead", FullPolicy.DROP_NEWEST)
                .detectors(rules(above), found::add)
                .spool(new SpoolSettings(16, 65_536, 8192))
                .closeTimeout(Duration.ZERO)
                .start()) {
            AtomicInteger unit = new AtomicInteger();
            soon("a finding is dropped").until(() -> {
                for (int i = 0; i < 1000; i++) {
                    int next = unit.getAndIncrement();
                    mbu.input("lead").offerAt(instant(next), next % 2 == 0 ? 0 : 1000);
                }
                return !eventsOf(MbuEvent.FindingDropped.class).isEmpty();
            });
        }
        MbuEvent.FindingDropped dropped =
                eventsOf(MbuEvent.FindingDropped.class).get(0);
        assertThat(dropped.detector()).isEqualTo("high");
        assertThat(dropped.kind()).isEqualTo("above");
    }

    private long instant(int unit) {
        lastInstant = LEAD.frequency().instantNanos(ORIGIN, unit);
        return lastInstant;
    }

    @Test
    void theHostGetsTheFindingsOfAnOutageAsEvents() throws Exception {
        host.stop();
        MobileBaseUnit mbu =
                builder().input(LEAD).detectors(rules(HEART), found::add).start();
        try (mbu) {
            int[] ecg = asystole();
            for (int unit = 0; unit < ecg.length; unit++) {
                assertThat(mbu.input("lead").offerAt(instant(unit), ecg[unit])).isEqualTo(OfferOutcome.ACCEPTED);
            }
            host.startAgain();
            assertDelivered(mbu);
        }
        assertThat(found).extracting(Finding::begins).containsExactly(true, false);
        SensorGroup group = mbu.ban().groups().get(1);
        assertThat(group).isEqualTo(FindingEvent.group());
        SampleLayout layout = new SampleLayout(group);
        byte[] events = host.session().decoded(1);
        List<Finding> told = new ArrayList<>();
        assertThat(layout.read(events, 0, 0)).isEqualTo(FindingEvent.BEGUN);
        for (int at = layout.setBytes(); at < events.length; at += layout.setBytes()) {
            new FindingEvent(layout.read(events, at, 0), layout.text(events, at))
                    .finding(layout.instantNanos(events, at, 0, 0))
                    .ifPresent(told::add);
        }
        assertThat(told).isEqualTo(found);
    }

    /** The MBU reads this sensor itself. What it delivers is not changed by that. */
    @Test
    void detectorsSeeWhatTheMbuReads() throws Exception {
        try (MobileBaseUnit mbu = ecg(7200).detectors(rules(HIGH), found::add).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, TestSensor.ecg(), 7200);
        assertThat(found).hasSizeGreaterThan(20).extracting(Finding::begins).startsWith(true, false, true, false);
    }

    @Test
    void silenceIsToldByTheClock() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(LEAD).detectors(rules(SILENCE), found::add).start()) {
            mbu.input("lead").offerAt(ORIGIN, 1);
            soon("silence").until(() -> found.size() == 1);
            assertThat(found.get(0).sinceNanos()).isEqualTo(ORIGIN);
            mbu.input("lead").offerAt(ORIGIN + 60 * SECOND, 1);
            // Soon it is silent again.
            assertThat(found).extracting(Finding::begins).startsWith(true, false);
        }
    }

    private List<Boolean> foundBy(String detector) {
        return found.stream()
                .filter(finding -> finding.detector().equals(detector))
                .map(Finding::begins)
                .collect(Collectors.toList());
    }

    /** The detectors of the other group show that they were told the time. */
    @Test
    void aRetiredGroupOfTheAppIsNotSilent() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(LEAD)
                .input(TestSensor.group("other", 50, ServiceClass.LIVE))
                .detectors(rules(SILENCE, LONG_SILENCE, OTHER_SILENCE), found::add)
                .start()) {
            SensorInput lead = mbu.input("lead");
            lead.offerAt(ORIGIN, 1);
            soon("silence").until(() -> foundBy("quiet"), List.of(true)::equals);
            lead.beginGrid(); // the host has the retirement by the MBU's clock, which is far from that of these samples
            mbu.retireGroup("lead");
            soon("its end").until(() -> foundBy("quiet"), List.of(true, false)::equals);
            otherIsSilent(mbu, 1);
            mbu.retireGroup("lead");
            mbu.resumeGroup("lead");
            otherIsSilent(mbu, 2);
            assertThat(foundBy("quiet")).containsExactly(true, false);

            lead.offerAt(ORIGIN + 60 * SECOND, 1);
            soon("silence").until(() -> foundBy("quiet"), List.of(true, false, true)::equals);
            assertThat(found.get(found.size() - 1).sinceNanos()).isEqualTo(ORIGIN + 60 * SECOND);
            assertThat(foundBy("long")).isEmpty();
        }
    }

    private void otherIsSilent(MobileBaseUnit mbu, int second) {
        mbu.input("other").offerAt(ORIGIN + second * SECOND, 1, 1);
        soon("silence of the other group")
                .until(() -> found.stream()
                        .anyMatch(finding -> finding.detector().equals("other")
                                && finding.sinceNanos() == ORIGIN + second * SECOND));
    }

    @Test
    void aRetiredGroupThatTheMbuReadsIsNotSilent() throws Exception {
        try (MobileBaseUnit mbu = ecg(10_000_000)
                .input(TestSensor.group("other", 50, ServiceClass.LIVE))
                .detectors(rules(SILENCE.replace("lead", "ecg"), OTHER_SILENCE), found::add)
                .start()) {
            soon("sensor sets").until(() -> mbu.status().groups().get(0).unitsProduced() > 0);
            mbu.retireGroup("ecg");
            soon("retirement").until(() -> mbu.status().groups().get(0).retired());
            otherIsSilent(mbu, 1);
            // Silence between two packets may have been found before.
            assertThat(Collections.frequency(foundBy("quiet"), true))
                    .isEqualTo(Collections.frequency(foundBy("quiet"), false));
        }
    }

    @Test
    void theGroupOfFindingsIsNotRetired() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(LEAD).detectors(rules(SILENCE), found::add).start()) {
            assertThatThrownBy(() -> mbu.retireGroup("findings"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("group 'findings' has what the MBU's detectors find");
            assertThatThrownBy(() -> mbu.resumeGroup("findings")).isInstanceOf(IllegalArgumentException.class);
            mbu.retireGroup("lead");
            assertDelivered(mbu);
        }
        assertThat(host.session().stored(1)).hasSize(1);
    }

    @Test
    void aListenerThatThrowsIsCalledAgainAndTheHostStillHears() throws Exception {
        try (MobileBaseUnit mbu = ecg(720).detectors(rules(HIGH), finding -> {
                    found.add(finding);
                    throw new IllegalStateException("as a test wants it");
                })
                .start()) {
            assertDelivered(mbu);
            soon("events").until(() -> mbu.status().groups().get(1).unitsAcknowledged() == found.size() + 1);
        }
        assertThat(found).hasSizeGreaterThan(1);
    }

    @Test
    void detectorsThatDoNotFitAreRefusedAndThoseWithoutAGroupWatchNothing() throws Exception {
        assertThatThrownBy(() -> ecg(1).detectors(rules(HIGH.replace("\"a\"", "\"c\"")), found::add)
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION))
                .hasMessageContaining("channel 'c' is unknown");
        try (MobileBaseUnit mbu =
                ecg(720).detectors(rules(HEART, SILENCE), found::add).start()) {
            assertDelivered(mbu);
        }
        assertThat(found).isEmpty();
    }

    /** It leaves nothing behind: the next group gets the next number, and everything is delivered. */
    @Test
    void anAddedGroupThatADetectorDoesNotFitIsRefused() throws Exception {
        try (MobileBaseUnit mbu = ecg(720).detectors(rules(HEART.replace("\"II\"", "\"V9\"")), found::add)
                .start()) {
            assertThatThrownBy(() -> mbu.addGroup(LEAD).input())
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION))
                    .hasMessageContaining("channel 'V9' is unknown");
            assertThatThrownBy(() -> mbu.addGroup(LEAD).sensor(new TestSensor(LEAD, 10)))
                    .isInstanceOf(BanipException.class);
            SensorGroup other = TestSensor.group("other", 50, ServiceClass.LIVE);
            offer(mbu.addGroup(other).input(), 0, 20);
            assertDelivered(mbu);
            assertThat(mbu.status().groups()).hasSize(3);
            assertThat(host.session().decoded(2)).isEqualTo(TestSensor.sets(other, 0, 20));
        }
    }

    /** Nothing else wakes the sensing thread. */
    @Test
    void anAddedGroupThatNeverComesIsSilent() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .detectors(rules(SILENCE), found::add)
                .start()) {
            soon("the start is told").until(() -> mbu.status().groups().get(1).unitsAcknowledged() == 1);
            SensorInput lead = mbu.addGroup(LEAD).input();
            soon("silence").until(() -> foundBy("quiet"), List.of(true)::equals);
            assertThat(lead.group()).isEqualTo(LEAD);
        }
    }

    private static AlertRules rules(String... detectors) {
        return AlertRules.parse("{\"detectors\":[" + String.join(",", detectors) + "]}", "test");
    }

    /** An ECG of 75 beats a minute that stops for 8 s and goes on for 4 s. */
    private static int[] asystole() {
        double[] microvolts = new double[(STOPS + 12) * HERTZ];
        for (double at = 0.5; at < STOPS + 11.5; at += 0.8) {
            if (at < STOPS - 0.4 || at > STOPS + 8) {
                wave(microvolts, at - 0.03, 0.010, -120);
                wave(microvolts, at, 0.012, 1000);
                wave(microvolts, at + 0.03, 0.012, -250);
                wave(microvolts, at + 0.28, 0.045, 300);
            }
        }
        int[] samples = new int[microvolts.length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (int) microvolts[i];
        }
        return samples;
    }

    private static void wave(double[] into, double at, double width, double height) {
        for (int i = 0; i < into.length; i++) {
            double x = ((double) i / HERTZ - at) / width;
            into[i] += height * Math.exp(-x * x / 2);
        }
    }
}
