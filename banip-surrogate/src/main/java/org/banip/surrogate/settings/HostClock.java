package org.banip.surrogate.settings;

import java.time.Instant;

/** The two clocks a host reads; a test brings its own. Any thread. */
public interface HostClock {
    /** Nanoseconds that only go forward, from an arbitrary beginning; for durations. */
    long monotonicNanos();

    /** Nanoseconds since 1970-01-01T00:00Z; for instants. */
    long epochNanos();

    /** The machine's clocks. */
    static HostClock system() {
        return new HostClock() {
            @Override
            public long monotonicNanos() {
                return System.nanoTime();
            }

            @Override
            public long epochNanos() {
                Instant now = Instant.now();
                return now.getEpochSecond() * 1_000_000_000L + now.getNano();
            }
        };
    }
}
