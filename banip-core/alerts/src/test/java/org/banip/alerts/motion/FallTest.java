package org.banip.alerts.motion;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

/** Falls at 50 samples a second. */
class FallTest {
    private static final SensorGroup GROUP = Watched.group("50", "x [g] 1000", "y [g] 1000", "z [g] 1000");

    @Test
    void weightlessnessImpactAndRestAreAFall() {
        Watched watched = watched().times(100, 0, 0, 1);
        fall(watched);
        watched.times(110, 1, 0, 0).times(1, 0, 1.2, 1.2);
        assertThat(watched.findings())
                .containsExactly("f fall begins since 2 at 4.46 value 3.2", "f fall ends since 2 at 4.66 value 1.7");
    }

    @Test
    void whoMovesOnHasNotFallen() {
        Watched watched = watched().times(100, 0, 0, 1);
        fall(watched);
        for (int i = 0; i < 20; i++) {
            watched.times(40, 1, 0, 0).times(2, 0, 1.2, 1.2);
        }
        assertThat(watched.times(200, 0, 0, 1).findings()).isEmpty();
    }

    @Test
    void anImpactAloneIsNoFall() {
        assertThat(watched()
                        .times(100, 0, 0, 1)
                        .times(3, 2, 2, 2)
                        .times(300, 0, 0, 1)
                        .findings())
                .isEmpty();
    }

    @Test
    void weightlessnessAloneIsNoFall() {
        assertThat(watched()
                        .times(20, 0, 0, 0.1)
                        .times(60, 0, 0, 1)
                        .times(3, 2, 2, 2)
                        .times(300, 0, 0, 1)
                        .findings())
                .isEmpty();
    }

    @Test
    void aShortGapAfterTheImpactHidesNoFall() {
        Watched watched = watched().times(100, 0, 0, 1);
        fall(watched);
        assertThat(watched.leaveOut(50).times(110, 1, 0, 0).found()).hasSize(1);
    }

    @Test
    void aLongGapEndsTheSearch() {
        Watched watched = watched().times(100, 0, 0, 1);
        fall(watched);
        assertThat(watched.leaveOut(500).times(200, 1, 0, 0).findings()).isEmpty();
    }

    @Test
    void otherUnitsOfAccelerationMeanTheSame() {
        SensorGroup group = Watched.group("50", "x m[g] 1", "y m/s2 100", "z [g] 1000");
        Watched watched = new Watched(group, "{'name':'f','kind':'fall','group':'g','channels':['x','y','z']}");
        watched.times(100, 0, 9.81, 0).times(20, 100, 0, 0.1).times(3, 2000, 19.6, 1.5);
        assertThat(watched.times(110, 1000, 0, 0).found()).hasSize(1);
    }

    /** 0.4 s of falling, then 60 ms of impact. */
    private static void fall(Watched watched) {
        watched.times(20, 0, 0, 0.1).times(3, 2, 2, 1.5);
    }

    private static Watched watched() {
        return new Watched(GROUP, "{'name':'f','kind':'fall','group':'g','channels':['x','y','z']}");
    }
}
