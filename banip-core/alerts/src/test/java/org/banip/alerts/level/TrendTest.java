package org.banip.alerts.level;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

/** Trends over ten minutes of one sample a second, so each of the sixty parts has ten samples. */
class TrendTest {
    private static final SensorGroup GROUP = Watched.group("1", "Temp Cel 100");

    @Test
    void aSteadyRiseIsFoundOnceThreeQuartersOfTheTimeAreKnown() {
        Watched watched = watched("'risePerHour':1");
        rise(watched, 600, 37, 2.0 / 3600);
        assertThat(watched.findings()).hasSize(1);
        assertThat(watched.found().get(0).kind()).isEqualTo("rising");
        assertThat(watched.found().get(0).unit()).isEqualTo("Cel/h");
        assertThat(watched.found().get(0).value()).isBetween(1.9, 2.1);
        assertThat(watched.found().get(0).atNanos() - Watched.ORIGIN).isBetween(440_000_000_000L, 460_000_000_000L);
    }

    @Test
    void itEndsWhenTheValueStays() {
        Watched watched = watched("'risePerHour':1,'hysteresisPerHour':0.5");
        rise(watched, 600, 37, 2.0 / 3600);
        watched.times(600, 37.33);
        assertThat(watched.found()).hasSize(2);
        assertThat(watched.found().get(1).begins()).isFalse();
        assertThat(watched.found().get(1).value()).isLessThanOrEqualTo(0.5);
    }

    @Test
    void aFallIsFoundAndASlowOneIsNot() {
        Watched fast = watched("'fallPerHour':1");
        rise(fast, 600, 37, -2.0 / 3600);
        assertThat(fast.found()).extracting(finding -> finding.kind()).containsExactly("falling");
        Watched slow = watched("'fallPerHour':1");
        rise(slow, 1200, 37, -0.8 / 3600);
        assertThat(slow.found()).isEmpty();
    }

    @Test
    void aGapOfAQuarterIsToleratedAndALongerOneIsNot() {
        Watched tolerated = watched("'risePerHour':1");
        rise(tolerated, 300, 37, 2.0 / 3600);
        tolerated.leaveOut(100);
        rise(tolerated, 200, 37 + 400 * 2.0 / 3600, 2.0 / 3600);
        assertThat(tolerated.found()).hasSize(1);
        Watched unknown = watched("'risePerHour':1");
        rise(unknown, 300, 37, 2.0 / 3600);
        unknown.leaveOut(10_000);
        rise(unknown, 300, 39, 2.0 / 3600);
        assertThat(unknown.found()).isEmpty();
    }

    private static void rise(Watched watched, int seconds, double from, double perSecond) {
        for (int i = 0; i < seconds; i++) {
            watched.next(from + i * perSecond);
        }
    }

    private static Watched watched(String fields) {
        return new Watched(
                GROUP, "{'name':'t','kind':'trend','group':'g','channel':'Temp','overMillis':600000," + fields + "}");
    }
}
