package org.banip.wsb.announce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What neighbours can make a broker do. With a clock of the test's own. */
class LimitsTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static InetAddress machine(int number) throws IOException {
        return InetAddress.getByName("10.0.0." + number);
    }

    private static int allowed(UnicastLimit limit, int machine, long nowNanos) throws IOException {
        int allowed = 0;
        for (int n = 0; n < 100; n++) {
            allowed += limit.allows(machine(machine), nowNanos) ? 1 : 0;
        }
        return allowed;
    }

    @Test
    void oneMachineDoesNotUseUpWhatIsForAll() throws Exception {
        UnicastLimit limit = new UnicastLimit();
        long now = Long.MAX_VALUE; // it overflows
        assertThat(allowed(limit, 1, now)).isEqualTo(20);
        assertThat(allowed(limit, 2, now)).isEqualTo(20);
        assertThat(allowed(limit, 3, now + SECOND)).isEqualTo(10);
        assertThat(allowed(limit, 4, now + SECOND)).isZero();
        assertThat(allowed(limit, 1, now + SECOND + 1)).isEqualTo(20);
    }

    @Test
    void fromTheFifteenthConflictOnEachPauseIsLong() {
        ConflictPauses pauses = new ConflictPauses();
        long now = Long.MAX_VALUE - SECOND;
        for (int n = 1; n < 15; n++) {
            assertThat(pauses.next(now)).isZero();
            now += SECOND / 2;
            assertThat(pauses.areLong(now)).isFalse();
        }
        for (int n = 0; n < 200; n++) {
            assertThat(pauses.next(now)).hasSeconds(5);
            assertThat(pauses.areLong(now)).isTrue();
            now += 6 * SECOND;
        }
        now += 10 * SECOND;
        assertThat(pauses.isQuiet(now)).isTrue();
        assertThat(pauses.areLong(now)).isFalse();
        assertThat(pauses.next(now)).isZero();
    }
}
