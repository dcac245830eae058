package org.banip.mbu.settings;

import java.time.Duration;

/**
 * How long an MBU waits before it tries again: nothing before the first try, then a uniformly random time up to
 * {@code min(longest, first · 2ⁿ)} before try n + 1 (docs/protocol.md, "Liveness").
 *
 * @param first half of the longest wait before the second try; above zero
 * @param longest bound of all waits; at least {@code first}
 */
public record ReconnectSettings(Duration first, Duration longest) {
    /** 0.5 s and 10 s, as the protocol says. */
    public static final ReconnectSettings DEFAULT =
            new ReconnectSettings(Duration.ofMillis(500), Duration.ofSeconds(10));

    /** Checks the order. */
    public ReconnectSettings {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("reconnecting: first wait " + first
                    + " must be above zero and at most the longest wait " + longest);
        }
    }
}
