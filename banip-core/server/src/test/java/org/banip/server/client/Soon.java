package org.banip.server.client;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/** Waits for what a test expects. Looks at once and soon again, because most of it is there in a few milliseconds; later less often. */
public final class Soon {
    private static final Duration FIRST_LOOK = Duration.ofMillis(2);
    private static final Duration SELDOM = Duration.ofMillis(100);

    private Soon() {}

    /** Waits for so long: only so that a failing test ends, however busy the machine. */
    public static ConditionFactory within(Duration most) {
        return Awaitility.await()
                .atMost(most)
                .pollDelay(Duration.ZERO)
                .pollInterval(IterativePollInterval.iterative(Soon::later, FIRST_LOOK));
    }

    private static Duration later(Duration before) {
        Duration twice = before.multipliedBy(2);
        return twice.compareTo(SELDOM) < 0 ? twice : SELDOM;
    }
}
