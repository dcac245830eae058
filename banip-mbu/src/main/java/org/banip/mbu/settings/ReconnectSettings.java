package org.banip.mbu.settings;

import java.time.Duration;

/**
 * How long an MBU waits before it tries again, and when it gives up.
 *
 * <p>It waits nothing before the first try, then a uniformly random time up to {@code min(longest, first · 2ⁿ)} before try n + 1
 * (docs/protocol.md, "Liveness"). A lost network never makes it give up. An error that the protocol calls final (wrong credentials, an
 * unknown chain) does, once it was the answer {@code finalAttempts} times in a row (docs/protocol.md, "Errors").
 *
 * @param first half of the longest wait before the second try; above zero
 * @param longest bound of all waits; at least {@code first}
 * @param finalAttempts how many times in a row, each on a new connection, the same error makes it final; at least 2, since one may be the
 *     work of a damaged byte
 * @param finalAfter how long the error must have lasted as well, once the host has answered a registration; not negative
 */
public record ReconnectSettings(Duration first, Duration longest, int finalAttempts, Duration finalAfter) {
    /** 0.5 s and 10 s; three times in a row and for 30 s. */
    public static final ReconnectSettings DEFAULT =
            new ReconnectSettings(Duration.ofMillis(500), Duration.ofSeconds(10));

    /** Waits of this length; errors are final as in {@link #DEFAULT}. */
    public ReconnectSettings(Duration first, Duration longest) {
        this(first, longest, 3, Duration.ofSeconds(30));
    }

    /** Checks the order. */
    public ReconnectSettings {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("reconnecting: first wait " + first
                    + " must be above zero and at most the longest wait " + longest);
        }
        if (finalAttempts < 2 || finalAfter.isNegative()) {
            throw new IllegalArgumentException("reconnecting: an error is final after " + finalAttempts
                    + " attempts and " + finalAfter + ", must be at least 2 attempts and not a negative time");
        }
    }
}
