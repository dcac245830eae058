package org.banip.mbu.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.banip.mbu.settings.FailoverSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When an MBU returns to the broker that it prefers: looks each 30 s, a return after 5 min, 50 ms for each place. */
class WayBackTest {
    private static final FailoverSettings SETTINGS = FailoverSettings.DEFAULT;
    private static final Duration NEAR = Duration.ofMillis(1);
    private static final Duration SLOW = Duration.ofMillis(70);
    private static final int LOOKS = 10;

    private final WayBack back = new WayBack(SETTINGS);
    private final Candidate preferred = new Candidate(URI.create("http://a.example/"), 0, 0);
    private final Candidate present = new Candidate(URI.create("http://b.example/"), 0, 1);
    private long nowNanos = 1_800_000_000_000_000_000L;

    @BeforeEach
    void leavesThePreferredOne() {
        preferred.failed(nowNanos, SETTINGS);
        back.failed(nowNanos);
        back.chosen(present, nowNanos);
        assertThat(looksFor()).isTrue();
    }

    private boolean looksFor() {
        return back.missed(List.of(preferred, present), present).contains(preferred);
    }

    private Optional<Candidate> look(Map<Candidate, Duration> times) {
        nowNanos += SETTINGS.probeEvery().toNanos();
        return back.looked(times, present, nowNanos);
    }

    private Optional<Candidate> reached(Duration preferredTook) {
        return look(Map.of(preferred, preferredTook, present, NEAR));
    }

    @Test
    void itReturnsAfterItsTime() {
        assertThat(reached(NEAR)).isEmpty();
        assertThat(back.news())
                .contains("http://a.example/ can be reached; it is used again if that stays so for 300 s");
        for (int n = 1; n < LOOKS; n++) {
            assertThat(reached(NEAR)).isEmpty();
            assertThat(back.news()).isEmpty();
        }
        assertThat(reached(NEAR)).contains(preferred);
    }

    /** On a busy machine a look may take longer than the head start, also the first one: it is looked for all the same, and nothing begins anew. */
    @Test
    void aSlowLookChangesNothing() {
        for (int slow = 0; slow < LOOKS; slow++) {
            back.chosen(present, nowNanos);
            for (int n = 0; n < LOOKS; n++) {
                assertThat(reached(n == slow ? SLOW.plus(NEAR) : NEAR)).isEmpty();
                assertThat(looksFor()).isTrue();
            }
            assertThat(reached(SLOW)).as("slow look %s", slow).contains(preferred);
        }
    }

    @Test
    void mostLooksMayBeSlow() {
        Random random = new Random(9);
        int near = random.nextInt(LOOKS + 1);
        for (int n = 0; n < LOOKS; n++) {
            assertThat(reached(n == near ? NEAR : SLOW)).isEmpty();
        }
        assertThat(reached(near == LOOKS ? NEAR : SLOW)).contains(preferred);
    }

    @Test
    void oneThatIsFartherAtEachLookIsNotLookedForAnyMore() {
        for (int n = 0; n < LOOKS; n++) {
            assertThat(reached(SLOW)).isEmpty();
            assertThat(looksFor()).isTrue();
        }
        assertThat(reached(SLOW)).isEmpty();
        assertThat(looksFor()).isFalse();
        assertThat(back.news())
                .contains("http://a.example/ can be reached, but is farther than the present one, which stays");
    }

    @Test
    void oneThatIsNotReachedBeginsAnew() {
        for (int n = 0; n < LOOKS; n++) {
            assertThat(reached(NEAR)).isEmpty();
        }
        assertThat(look(Map.of(present, NEAR))).isEmpty();
        for (int n = 0; n < LOOKS; n++) {
            assertThat(reached(NEAR)).isEmpty();
        }
        assertThat(reached(NEAR)).contains(preferred);
    }
}
