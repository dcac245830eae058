package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PathEndTest {
    private static final long WAY_MILLIS = 25;

    private long lastsMillis = 2000;
    private final PathEnd end = new PathEnd("wifi", (path, now) -> TimeUnit.MILLISECONDS.toNanos(lastsMillis));

    private boolean isNear(long neededMillis) {
        end.observe(TimeUnit.MILLISECONDS.toNanos(neededMillis), TimeUnit.MILLISECONDS.toNanos(WAY_MILLIS), 0);
        return end.isNear();
    }

    @Test
    void aBusyPathIsUsedAgainWhenItHasDrained() {
        assertThat(isNear(1899)).isFalse();
        assertThat(isNear(1901)).isTrue();
        lastsMillis = 1500;
        assertThat(isNear(1401)).isTrue();
        assertThat(isNear(1399)).isFalse();
    }

    @Test
    void aPathThatIsOverNeedsMuchMoreTime() {
        lastsMillis = 124;
        assertThat(isNear(WAY_MILLIS)).isTrue();
        lastsMillis = 3124;
        assertThat(isNear(WAY_MILLIS)).as("a forecast that has grown a little").isTrue();
        lastsMillis = 3125;
        assertThat(isNear(WAY_MILLIS)).isFalse();
        lastsMillis = 125;
        assertThat(isNear(WAY_MILLIS)).isFalse();
    }
}
