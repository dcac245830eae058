package org.banip.surrogate.wire;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.banip.server.client.Soon;

/** How long a test waits for what must come: only so that a failing one ends, however busy the machine. */
public final class Patience {
    /** The longest wait. */
    public static final Duration LIMIT = Duration.ofMinutes(1);

    private Patience() {}

    /** What comes of the future. */
    public static <T> T get(Future<T> future) throws Exception {
        return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits for the latch. */
    public static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("waited " + LIMIT + " for a latch");
        }
    }

    /** Waits patiently. */
    public static ConditionFactory await() {
        return Soon.within(LIMIT);
    }
}
