package org.banip.surrogate.wire;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long a test waits for what must come: only so that a failing one ends, however busy the machine. */
public final class Patience {
    /** The longest wait. */
    public static final Duration LIMIT = Duration.ofMinutes(1);

    private Patience() {}

    /** Waits patiently. */
    public static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT);
    }
}
