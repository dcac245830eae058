package org.banip.alerts.presence;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.junit.jupiter.api.Test;

/** Silent sensors, and electrodes that are off. */
class PresenceTest {
    private static final SensorGroup GROUP = Watched.group("10", "II mV 1000");

    @Test
    void silenceIsFoundByTheTime() {
        assertThat(silence()
                        .times(11, 0)
                        .time(1.5)
                        .time(3)
                        .time(3.5)
                        .time(5)
                        .leaveOut(50)
                        .next(0)
                        .findings())
                .containsExactly("s silent begins since 1 at 3.5 value 2.5", "s silent ends since 1 at 6.1 value 5.1");
    }

    @Test
    void silenceIsFoundByAGapAsWell() {
        assertThat(silence().times(11, 0).leaveOut(40).next(0).findings())
                .containsExactly("s silent begins since 1 at 5.1 value 4.1", "s silent ends since 1 at 5.1 value 4.1");
    }

    @Test
    void whatTheMbuGaveUpWasNoSilence() {
        assertThat(silence()
                        .times(11, 0)
                        .gap(400, Gap.Reason.SPOOL_FULL)
                        .gap(400, Gap.Reason.THINNED)
                        .next(0)
                        .findings())
                .isEmpty();
    }

    @Test
    void aRetiredSensorIsNotSilent() {
        assertThat(silence()
                        .times(11, 0)
                        .gap(1, Gap.Reason.RETIRED)
                        .time(30)
                        .leaveOut(400)
                        .next(0)
                        .time(43.4)
                        .findings())
                .containsExactly("s silent begins since 41.2 at 43.4 value 2.2");
    }

    @Test
    void whatWasFoundEndsWhenTheGroupIsRetired() {
        assertThat(silence()
                        .times(11, 0)
                        .time(4)
                        .gap(1, Gap.Reason.RETIRED)
                        .time(9)
                        .findings())
                .hasSize(2)
                .first()
                .isEqualTo("s silent begins since 1 at 4 value 3");
    }

    @Test
    void aSensorThatNeverSendsIsSilent() {
        assertThat(silence().time(0).time(2).time(2.1).findings())
                .containsExactly("s silent begins since 0 at 2.1 value 2.1");
    }

    @Test
    void aSignalThatDoesNotMoveIsOff() {
        Watched watched = leadOff("'afterMillis':1000").next(0.5).times(15, 0.7);
        move(watched, 15);
        assertThat(watched.findings())
                .containsExactly(
                        "l lead-off begins since 0.1 at 1.1 value 0.7", "l lead-off ends since 0.1 at 2.5 value -0.01");
    }

    @Test
    void aLittleNoiseMayBeAllowed() {
        Watched watched = leadOff("'afterMillis':1000,'spread':0.02");
        move(watched, 15);
        assertThat(watched.found()).hasSize(1);
        Watched exact = leadOff("'afterMillis':1000,'spread':0.019");
        move(exact, 15);
        assertThat(exact.found()).isEmpty();
    }

    @Test
    void aSignalAtTheEndOfItsRangeIsOffEvenIfItMoves() {
        Watched watched = leadOff("'afterMillis':1000,'marginSteps':100");
        for (int i = 0; i < 15; i++) {
            watched.next(32.767 - 0.01 * (i % 10));
        }
        assertThat(watched.findings()).containsExactly("l lead-off begins since 0 at 1 value 32.77");
    }

    @Test
    void aGapBeginsTheTimeAnew() {
        assertThat(leadOff("'afterMillis':1000")
                        .times(9, 0)
                        .leaveOut(3)
                        .times(9, 0)
                        .findings())
                .isEmpty();
    }

    private static void move(Watched watched, int count) {
        for (int i = 0; i < count; i++) {
            watched.next(i % 2 == 0 ? 0.01 : -0.01);
        }
    }

    private static Watched silence() {
        return new Watched(GROUP, "{'name':'s','kind':'silence','group':'g','afterMillis':2000}");
    }

    private static Watched leadOff(String fields) {
        return new Watched(GROUP, "{'name':'l','kind':'lead-off','group':'g','channel':'II'," + fields + "}");
    }
}
