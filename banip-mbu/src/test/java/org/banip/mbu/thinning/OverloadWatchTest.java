package org.banip.mbu.thinning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.banip.mbu.settings.SendPolicySettings;
import org.junit.jupiter.api.Test;

/** Thinned after 10 s, full rate after 30 s. Three groups may be thinned. */
class OverloadWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long TENTH = SECOND / 10;

    private final Set<Integer> ordered = new HashSet<>();
    private final OverloadWatch watch = new OverloadWatch(SendPolicySettings.DEFAULT, place -> ordered.contains(place));
    private long second;
    private long progress;

    /** Looks each second. The lateness is in tenths of a second, by the seconds since the beginning of this call. */
    private int look(int seconds, LongUnaryOperator tenthsLate, int mayThin) {
        for (int i = 0; i < seconds; i++, second++) {
            assertThat(watch.isDue(second * SECOND)).isTrue();
            watch.look(second * SECOND, tenthsLate.applyAsLong(i) * TENTH, mayThin, progress++);
            assertThat(watch.isDue(second * SECOND + SECOND - 1)).isFalse();
        }
        return watch.thinned();
    }

    private int overloaded(int seconds) {
        return look(seconds, i -> 10 + 5 * i, 3);
    }

    private int calm(int seconds) {
        return look(seconds, i -> -8, 3);
    }

    @Test
    void thinsOneGroupAfterTheOtherWhileAnOverloadLasts() {
        assertThat(overloaded(10)).isZero();
        assertThat(overloaded(1)).isEqualTo(1);
        assertThat(overloaded(9)).isEqualTo(1);
        assertThat(overloaded(1)).isEqualTo(2);
        assertThat(overloaded(100)).as("there are no more").isEqualTo(3);
    }

    /** Thinning them again would be of no use, so the next group must not wait for it. */
    @Test
    void groupsOfTheLowerRateByOrderCostNoTime() {
        ordered.add(0);
        assertThat(overloaded(11)).isEqualTo(2);
        assertThat(overloaded(10)).isEqualTo(3);
        ordered.add(1);
        assertThat(calm(31)).isEqualTo(2);
        assertThat(calm(30))
                .as("one full rate a time, and none of an ordered one")
                .isZero();
        ordered.add(2);
        assertThat(overloaded(11)).as("there is nothing to gain").isEqualTo(3);
        ordered.clear();
        assertThat(calm(1)).as("the link must have carried it for long").isEqualTo(3);
    }

    @Test
    void shortOverloadThinsNothing() {
        for (int i = 0; i < 20; i++) {
            assertThat(overloaded(9)).isZero();
            assertThat(calm(1)).isZero();
        }
    }

    @Test
    void outageThinsNothing() {
        for (int i = 0; i < 100; i++, second++) {
            watch.look(second * SECOND, i * SECOND, 3, 7);
        }
        assertThat(watch.thinned()).isZero();
    }

    @Test
    void backlogThatShrinksThinsNothing() {
        assertThat(look(90, i -> 1000 - 10 * i, 3)).isZero();
        assertThat(look(11, i -> 100, 3)).as("it shrinks no more").isEqualTo(1);
    }

    @Test
    void groupsGetTheirFullRateBackOneByOne() {
        assertThat(overloaded(21)).isEqualTo(2);
        assertThat(calm(30)).isEqualTo(2);
        assertThat(calm(1)).isEqualTo(1);
        assertThat(calm(29)).isEqualTo(1);
        assertThat(calm(1)).isZero();
        assertThat(calm(1000)).isZero();
    }

    @Test
    void waitsLongerEachTimeTheOverloadReturns() {
        overloaded(11);
        for (int calm : new int[] {30, 60, 120, 240, 480, 600, 600}) {
            assertThat(calm(calm)).isEqualTo(1);
            assertThat(calm(1)).isZero();
            assertThat(overloaded(11)).isEqualTo(1);
        }
        assertThat(calm(601)).isZero();
        assertThat(calm(1200)).isZero();
        assertThat(overloaded(11)).isEqualTo(1);
        assertThat(calm(31)).as("the full rate lasted for long").isZero();
    }

    /** Packets of bulk groups are late, and only one of the two thinned groups is a bulk group. */
    @Test
    void urgentGroupDoesNotWaitForBulk() {
        assertThat(overloaded(21)).isEqualTo(2);
        assertThat(look(31, i -> 500, 1)).isEqualTo(1);
        assertThat(look(100, i -> 500, 1)).isEqualTo(1);
    }
}
