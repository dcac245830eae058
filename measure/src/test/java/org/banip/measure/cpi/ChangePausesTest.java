package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which pauses a change of the address is to blame for. */
class ChangePausesTest {
    private static final long SECOND = 1_000_000_000;

    private static Deliveries deliveredAt(double... seconds) {
        return new Deliveries(Arrays.stream(seconds)
                .mapToObj(at -> new Deliveries.Delivery(30, 0, (long) (at * SECOND)))
                .toList());
    }

    @Test
    void theLongestPauseAfterEachChangeCounts() {
        Deliveries deliveries = deliveredAt(1, 8, 9, 10, 12.5, 13, 17, 18, 19, 20, 21.5, 22);
        ChangePauses pauses = ChangePauses.of(deliveries, List.of(10 * SECOND + 1, 20 * SECOND + 1));
        assertThat(pauses.mean()).isEqualTo((4 + 1.5) / 2); // 13 to 17 begins within 5 s of the first
        assertThat(pauses.max()).isEqualTo(4);
        assertThat(pauses.elsewhere()).isEqualTo(7); // before the first
    }

    @Test
    void aPauseThatAChangeFallsIntoIsItsOwn() {
        ChangePauses pauses = ChangePauses.of(deliveredAt(1, 2, 9, 10, 30), List.of(5 * SECOND));
        assertThat(pauses.max()).isEqualTo(20); // with one change, half of the rest of the run is at it
        assertThat(pauses.elsewhere()).isEqualTo(1);
    }

    @Test
    void withoutDeliveriesThereAreNoPauses() {
        assertThat(ChangePauses.of(deliveredAt(), List.of(SECOND))).isEqualTo(new ChangePauses(0, 0, 0));
    }

    @Test
    void withoutChangesThereAreNoPauses() {
        assertThat(ChangePauses.of(deliveredAt(1, 2, 9), List.of())).isEqualTo(new ChangePauses(0, 0, 0));
    }
}
