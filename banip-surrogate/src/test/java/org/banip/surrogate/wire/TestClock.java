package org.banip.surrogate.wire;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.surrogate.settings.HostClock;

/** A clock that stands until a test moves it. */
public final class TestClock implements HostClock {
    private final AtomicLong nanos = new AtomicLong(1_000_000_000L);

    /** Moves on. */
    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long monotonicNanos() {
        return nanos.get();
    }

    @Override
    public long epochNanos() {
        return TestMbu.ORIGIN + nanos.get();
    }
}
