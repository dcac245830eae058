package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedUseTest {
    private final LinkUse steps = new LinkUse(Duration.ofMillis(100).toNanos());
    private final SharedUse use = new SharedUse(steps);

    /** 1,448 bytes of the stream beside are a packet of 1,500. */
    @Test
    void theShareIsWhatTheStreamBesideDidNotCarryUntilTheLoadHadArrived() {
        steps.add(List.of(1000L, 500L));
        steps.add(List.of(1000L + 6000, 500L + 2 * 1448));
        steps.add(List.of(1000L + 6000 + 1500, 500L + 3 * 1448));
        assertThat(use.share(Duration.ofMillis(100))).isCloseTo(0.5, within(1e-9));
        assertThat(use.share(Duration.ofMillis(200))).isCloseTo(0.4, within(1e-9));
    }

    @Test
    void ofNothingTheShareIsZero() {
        assertThat(use.share(Duration.ofSeconds(1))).isZero();
    }
}
