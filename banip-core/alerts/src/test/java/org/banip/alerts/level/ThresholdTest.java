package org.banip.alerts.level;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.junit.jupiter.api.Test;

class ThresholdTest {
    private static final SensorGroup GROUP = Watched.group("1", "HR /min 10");

    @Test
    void theLimitItselfIsAllowed() {
        assertThat(watched("'above':120,'below':40")
                        .next(120)
                        .next(40)
                        .next(119.9)
                        .findings())
                .isEmpty();
    }

    @Test
    void bothSidesBeginAndEnd() {
        assertThat(watched("'above':120,'below':40")
                        .next(121)
                        .next(120)
                        .next(39)
                        .next(40)
                        .findings())
                .containsExactly(
                        "t above begins since 0 at 0 value 121",
                        "t above ends since 0 at 1 value 120",
                        "t below begins since 2 at 2 value 39",
                        "t below ends since 2 at 3 value 40");
    }

    @Test
    void aFindingSaysWhatWasDeclared() {
        Watched watched = watched("'above':120,'severity':'high'").next(121);
        assertThat(watched.found())
                .containsExactly(new Finding(
                        "t", "above", Severity.HIGH, true, "g", "HR", 121, "/min", Watched.ORIGIN, Watched.ORIGIN));
    }

    @Test
    void hysteresisKeepsItFromFluttering() {
        assertThat(watched("'above':120,'hysteresis':5")
                        .next(121)
                        .next(119)
                        .next(121)
                        .next(115.1)
                        .next(115)
                        .next(119)
                        .findings())
                .containsExactly("t above begins since 0 at 0 value 121", "t above ends since 0 at 4 value 115");
    }

    @Test
    void itMustLastToBeginAndToEnd() {
        assertThat(watched("'above':120,'lastingMillis':3000,'endingMillis':2000")
                        .times(3, 130)
                        .next(110)
                        .times(4, 131)
                        .times(2, 110)
                        .next(131)
                        .times(3, 110)
                        .findings())
                .containsExactly("t above begins since 4 at 7 value 131", "t above ends since 4 at 13 value 110");
    }

    @Test
    void aGapBeginsTheTimeAnewButEndsNothing() {
        assertThat(watched("'above':120,'lastingMillis':2000")
                        .times(2, 130)
                        .leaveOut(5)
                        .times(3, 130)
                        .gap(100, Gap.Reason.SPOOL_FULL)
                        .next(130)
                        .next(100)
                        .findings())
                .containsExactly("t above begins since 7 at 9 value 130", "t above ends since 7 at 111 value 100");
    }

    private static Watched watched(String fields) {
        return new Watched(GROUP, "{'name':'t','kind':'threshold','group':'g','channel':'HR'," + fields + "}");
    }
}
