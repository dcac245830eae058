package org.banip.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;

/** How a group's sensor sets, gaps and rules reach its detectors. */
class GroupWatchTest {
    private static final SensorGroup GROUP = Watched.group("1", "HR /min 10");
    private static final String HIGH = "{'name':'h','kind':'threshold','group':'g','channel':'HR','above':120}";
    private static final String LOW = "{'name':'l','kind':'threshold','group':'g','channel':'HR','below':40}";

    @Test
    void aDetectorThatStaysKeepsItsStateWhenRulesChange() {
        Watched watched = new Watched(GROUP, HIGH)
                .next(130)
                .follow(LOW + "," + HIGH)
                .next(131)
                .next(30);
        assertThat(watched.findings())
                .containsExactly(
                        "h above begins since 0 at 0 value 130",
                        "l below begins since 2 at 2 value 30",
                        "h above ends since 0 at 2 value 30");
    }

    @Test
    void whatADetectorFoundEndsWithIt() {
        Watched watched =
                new Watched(GROUP, HIGH).next(130).next(131).follow(LOW).next(132);
        assertThat(watched.findings())
                .containsExactly("h above begins since 0 at 0 value 130", "h above ends since 0 at 1 value 130");
    }

    @Test
    void aChangedDeclarationBeginsAnew() {
        Watched watched = new Watched(GROUP, HIGH)
                .next(130)
                .follow(HIGH.replace("120", "125"))
                .next(130);
        assertThat(watched.findings())
                .containsExactly(
                        "h above begins since 0 at 0 value 130",
                        "h above ends since 0 at 0 value 130",
                        "h above begins since 1 at 1 value 130");
    }

    @Test
    void rulesThatDoNotFitChangeNothing() {
        Watched watched = new Watched(GROUP, HIGH).next(130);
        assertThatThrownBy(() -> watched.follow(LOW + "," + HIGH.replace("HR", "RR")))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("channel 'RR' is unknown, there are 'HR'");
        assertThat(watched.next(100).findings())
                .containsExactly("h above begins since 0 at 0 value 130", "h above ends since 0 at 1 value 100");
    }

    @Test
    void detectorsOfOtherGroupsAreLeftOut() {
        Watched watched = new Watched(GROUP, HIGH.replace("'g'", "'other'")).next(130);
        assertThat(watched.findings()).isEmpty();
    }

    @Test
    void anotherGridIsAGap() {
        Watched watched = new Watched(
                GROUP,
                HIGH.replace("'above':120", "'above':120,'lastingMillis':2000").replace("'h'", "'x'"));
        watched.times(2, 130);
        byte[] bytes = {(byte) (1300 & 0xff), (byte) (1300 >> 8)};
        watched.watch().sensorSets(bytes, 0, 1, Watched.ORIGIN - 5_000_000_000L, 0);
        watched.watch().sensorSets(bytes, 0, 1, Watched.ORIGIN - 5_000_000_000L, 1);
        assertThat(watched.findings()).isEmpty();
        watched.watch().sensorSets(bytes, 0, 1, Watched.ORIGIN - 5_000_000_000L, 2);
        assertThat(watched.findings()).containsExactly("x above begins since -5 at -3 value 130");
    }

    @Test
    void tooFewBytesAreRefused() {
        GroupWatch watch = Watched.rules(HIGH).watch(GROUP, ignored -> {});
        assertThatThrownBy(() -> watch.sensorSets(new byte[5], 2, 2, 0, 0))
                .hasMessage("group g: 2 sensor sets of 2 bytes from byte 2 on, there are 5 bytes");
    }
}
