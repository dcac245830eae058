package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.alerts.finding.Severity;
import org.banip.app.terminal.Terminal;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.junit.jupiter.api.Test;

class WatchViewTest {
    private static final UUID SESSION = UUID.randomUUID();
    private static final String TITLE = "BAN ban-1, session " + SESSION;
    private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00Z");

    private final Hand clock = new Hand();
    private final Watched watched = new Watched(clock);
    private long nanos;
    private final WatchView view = new WatchView("ban-1", SESSION, watched, () -> nanos);

    /** A clock that is set by hand. */
    private static final class Hand extends Clock {
        private Instant now = BEGIN;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private void measures(int channels) {
        List<Channel> all = IntStream.range(0, channels)
                .mapToObj(i -> new Channel("ch" + i, "mV", 12, -2048, 2047, -10, 10))
                .toList();
        watched.measures(List.of(SensorGroup.live("eeg", Frequency.ofHz(100), all)));
    }

    @Test
    void showsWhatTheSurrogateSaidLast() {
        measures(2);
        int rows = view.block(new Terminal.Size(60, 24)).size();
        watched.told("fast-heart begins");
        watched.told("fast-heart ends");
        watched.alerted(step("raised", "heart", "II", "asystole"));
        assertThat(view.line())
                .endsWith(
                        "   alert: !!! HIGH raised: II asystole, 4.500 s (heart)   the surrogate says: fast-heart ends");
        assertThat(view.block(new Terminal.Size(60, 24)))
                .hasSizeLessThanOrEqualTo(Math.max(rows, 23))
                .anyMatch(line -> line.text().equals("the surrogate says: fast-heart ends"))
                .anyMatch(line -> line.text().equals("alert: !!! HIGH raised: II asystole, 4.500 s (heart)"));
    }

    private static AlertNotice step(String event, String detector, String channel, String kind) {
        return AlertNotice.parse("{\"id\":\"" + SESSION + "\",\"step\":1,\"event\":\"" + event
                + "\",\"at\":\"2026-11-21T08:00:05Z\",\"who\":\"host\",\"ban\":\"ban-1\",\"session\":\"" + SESSION
                + "\",\"priority\":\"high\",\"detector\":\"" + detector + "\",\"kind\":\"" + kind
                + "\",\"group\":\"ecg\",\"channel\":\"" + channel
                + "\",\"since\":\"2026-11-21T08:00:00Z\",\"value\":4.5,\"unit\":\"s\"}");
    }

    @Test
    void whatAnAlertSaysIsNotSaidTwice() {
        measures(1);
        watched.told("heart: II asystole begins (high), 4.500 s");
        assertThat(view.line()).endsWith("   the surrogate says: heart: II asystole begins (high), 4.500 s");
        watched.alerted(step("raised", "heart", "II", "asystole"));
        assertThat(view.line())
                .endsWith("   alert: !!! HIGH raised: II asystole, 4.500 s (heart)")
                .doesNotContain("the surrogate says");
        watched.told("heart: II asystole begins (high), 4.500 s");
        assertThat(view.line()).as("the step came first").doesNotContain("the surrogate says");
        watched.told("heart: II asystole ends (high), 0.800 s");
        assertThat(view.line()).endsWith("   the surrogate says: heart: II asystole ends (high), 0.800 s");
        watched.told("heart: V asystole begins (high), 4.500 s");
        assertThat(view.line()).endsWith("   the surrogate says: heart: V asystole begins (high), 4.500 s");
        watched.alerted(step("acknowledged", "heart", "V", "asystole"));
        assertThat(view.line()).contains("the surrogate says: heart: V asystole begins");
        watched.alerted(step("ended", "heart", "V", "asystole"));
        assertThat(view.line()).contains("the surrogate says: heart: V asystole begins");
        watched.told("down: fall ends (high), 3.000 g");
        assertThat(view.line()).as("makes no step").contains("the surrogate says: down: fall ends");
    }

    @Test
    void aFindingOfTheMbuIsOneLine() {
        watched.measures(List.of(FindingEvent.group()));
        FindingEvent event =
                FindingEvent.of(new Finding("heart", "fast", Severity.HIGH, true, "ecg", "II", 4.5, "s", 0, 0));
        happened(event.sample(), event.text());
        watched.told("MBU: heart: II fast begins (high), 4.500 s");
        assertThat(view.line())
                .endsWith("newest event: findings: 2026-11-21T08:00:00Z  heart: II fast begins (high), 4.500 s");
        watched.alerted(step("raised", "heart", "II", "fast"));
        assertThat(view.line())
                .endsWith("alert: !!! HIGH raised: II fast, 4.500 s (heart)")
                .doesNotContain("newest event");
    }

    @Test
    void showsFindingsOfTheMbuInWords() {
        watched.measures(List.of(FindingEvent.group()));
        Finding finding = new Finding("heart", "fast", Severity.MEDIUM, true, "ecg", "MLII", 75.5, "/min", 0, 0);
        FindingEvent event = FindingEvent.of(finding);
        happened(event.sample(), event.text());
        assertThat(view.line())
                .endsWith("newest event: findings: 2026-11-21T08:00:00Z  heart: MLII fast begins (medium), 75.50 /min");
        happened(FindingEvent.BEGUN, "");
        assertThat(view.line()).endsWith("findings: 2026-11-21T08:00:00Z  the detectors of the MBU begin");
        happened(2, "of another\tform");
        assertThat(view.line()).endsWith("findings: 2026-11-21T08:00:00Z  of another?form");
    }

    private void happened(int sample, String text) {
        long nanos = TimeUnit.SECONDS.toNanos(BEGIN.getEpochSecond());
        watched.happened(new Happened(0, List.of(nanos), List.of(text), List.of((long) sample)));
    }

    @Test
    void showsHowLongNothingHasComeInPlaceOfAnOldLatency() {
        measures(1);
        clock.now = BEGIN.plusMillis(210);
        watched.sampled(0, TimeUnit.SECONDS.toNanos(BEGIN.getEpochSecond()), 0, 1, new long[] {5});
        assertThat(view.line()).isEqualTo("BAN ban-1  live  1 sensor set, 0/s   latency 210 ms (newest sensor set)");
        clock.now = clock.now.plus(Duration.ofSeconds(75));
        assertThat(view.line())
                .isEqualTo(
                        "BAN ban-1  live  1 sensor set, 0/s   nothing for 1:15   last: eeg: last sample at 2026-11-21T08:00:00Z");
        watched.heard(false);
        assertThat(view.line())
                .isEqualTo(
                        "BAN ban-1  silent  1 sensor set, 0/s   nothing for 1:15   last: eeg: last sample at 2026-11-21T08:00:00Z");
    }

    /** A scale says nothing for days: what it said last is shown with its time, and not counted as if it came now. */
    @Test
    void showsWhatWasStoredBeforeWithItsTime() {
        Channel weight = new Channel("weight", "kg", 16, 0, 30_000, 0, 300);
        watched.tail(true);
        watched.measures(List.of(
                SensorGroup.live("weight", Frequency.parse("1/60"), List.of(weight)),
                SensorGroup.live("ecg", Frequency.ofHz(250), List.of(new Channel("I", "mV", 12, 0, 4095, -2, 2)))));
        watched.givenUp(0, 0, 0, 100);
        watched.sampled(0, TimeUnit.SECONDS.toNanos(BEGIN.getEpochSecond() - 120), 0, 2, new long[] {8140, 8120});
        watched.tail(false);
        clock.now = BEGIN.plusSeconds(37);
        assertThat(view.line())
                .isEqualTo("BAN ban-1  live  0 sensor sets, 0/s   nothing for 0:37"
                        + "   last: weight 81.2 kg at 2026-11-21T07:59:00Z; ecg: no samples yet");
        assertThat(view.block(new Terminal.Size(80, 24)))
                .anyMatch(line ->
                        line.text().equals("last: weight 81.2 kg at 2026-11-21T07:59:00Z; ecg: no samples yet"));
        watched.sampled(1, TimeUnit.SECONDS.toNanos(BEGIN.getEpochSecond() + 37), 0, 1, new long[] {0});
        assertThat(view.line()).contains("1 sensor set, ").endsWith("last: weight 81.2 kg at 2026-11-21T07:59:00Z");
    }

    @Test
    void aGroupThatTheMbuStoppedIsNamedUntilItGoesOn() {
        measures(1);
        long origin = TimeUnit.SECONDS.toNanos(BEGIN.getEpochSecond());
        int rows = view.block(new Terminal.Size(60, 24)).size();
        watched.sampled(0, origin, 0, 1, new long[] {5});
        watched.retired(0, origin, 250);
        clock.now = BEGIN.plusSeconds(6);
        assertThat(view.line())
                .isEqualTo(
                        "BAN ban-1  live  1 sensor set, 0/s   nothing for 0:06   stopped: eeg since 2026-11-21T08:00:02Z");
        assertThat(view.block(new Terminal.Size(60, 24)))
                .hasSizeLessThanOrEqualTo(Math.max(rows, 23))
                .anyMatch(line -> line.text().equals("stopped: eeg since 2026-11-21T08:00:02Z"));
        watched.sampled(0, origin, 500, 1, new long[] {5});
        assertThat(view.line()).doesNotContain("stopped");
        assertThat(watched.asksWhoStopped()).isFalse();
        watched.begins(List.of(0));
        assertThat(view.line()).as("stopped before the stream began").endsWith("   stopped: eeg");
        assertThat(watched.asksWhoStopped()).isTrue();
        watched.stops(Map.of());
        assertThat(watched.asksWhoStopped()).as("it may be known later").isTrue();
        watched.stops(Map.of(0, "by clara at 2026-11-21T08:00:03Z"));
        assertThat(view.line()).endsWith("   stopped: eeg by clara at 2026-11-21T08:00:03Z");
        assertThat(watched.asksWhoStopped()).isFalse();
        watched.retired(0, origin, 700);
        assertThat(view.line()).as("again, perhaps by another").doesNotContain("clara");
    }

    private static List<SensorGroup> newestFirst() {
        SensorGroup ecg = SensorGroup.live(
                "ecg", Frequency.ofHz(100), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));
        SensorGroup late =
                new SensorGroup("ecg-late", ecg.frequency(), ServiceClass.BULK, Duration.ofDays(1), ecg.channels());
        return List.of(ecg.lateAs("ecg-late"), late, SensorGroup.live("pleth", ecg.frequency(), ecg.channels()));
    }

    @Test
    void gapIsFilledAfterABreakOfTheStream() {
        watched.measures(newestFirst());
        watched.givenUp(0, 0, 0, 20);
        watched.measures(newestFirst());
        watched.sampled(1, 0, 0, 20, new long[20]);
        assertThat(watched.missing()).isZero();
    }

    @Test
    void gapIsFilledOnceAndManyGapsOfOthersDoNotMatter() {
        watched.measures(newestFirst());
        watched.givenUp(0, 0, 0, 20);
        for (int i = 0; i < 2000; i++) {
            watched.givenUp(2, 0, 20L * i, 10);
            watched.givenUp(0, 0, 1000 + 20L * i, 10);
            watched.sampled(1, 0, 1000 + 20L * i, 10, new long[10]);
        }
        watched.sampled(1, 0, 5, 10, new long[10]);
        watched.sampled(1, 0, 0, 20, new long[20]);
        watched.sampled(1, 0, 0, 20, new long[20]);
        assertThat(watched.missing()).isEqualTo(20_000);
    }

    @Test
    void whatComesLateIsNotMissingAnyMoreAndNotDrawn() {
        watched.measures(newestFirst().subList(0, 2));
        long origin = TimeUnit.SECONDS.toNanos(BEGIN.getEpochSecond());
        watched.givenUp(0, origin, 0, 20);
        watched.givenUp(0, origin, 50, 5);
        watched.missing(7);
        clock.now = BEGIN.plusMillis(250);
        watched.sampled(0, origin, 20, 1, new long[] {5});
        assertThat(view.line())
                .isEqualTo("BAN ban-1  live  1 sensor set, 32 missing, 0/s   latency 50.0 ms (newest sensor set)");
        watched.sampled(1, origin, 0, 10, new long[10]);
        watched.sampled(1, origin, 10, 10, new long[10]);
        watched.sampled(1, origin, 200, 2, new long[2]);
        assertThat(view.line())
                .isEqualTo("BAN ban-1  live  23 sensor sets, 12 missing, 22 filled in later, 0/s"
                        + "   latency 50.0 ms (newest sensor set)");
        nanos = TimeUnit.SECONDS.toNanos(2);
        assertThat(view.line()).contains(" filled in later, 12/s   latency ");
        assertThat(watched.traces()).hasSize(1);
        assertThat(watched.channels()).isOne();
    }

    @Test
    void saysHowManyOfTheChannelsItShows() {
        measures(140);
        assertThat(view.block(new Terminal.Size(80, 24)).get(0).text()).isEqualTo(TITLE + ", 6 of 140 channels");
        assertThat(view.block(new Terminal.Size(80, 12)).get(0).text()).isEqualTo(TITLE + ", 4 of 140 channels");
        measures(2);
        assertThat(view.block(new Terminal.Size(80, 24)).get(0).text()).isEqualTo(TITLE);
    }
}
