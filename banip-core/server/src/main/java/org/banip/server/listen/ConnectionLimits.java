package org.banip.server.listen;

import java.time.Duration;

/**
 * Bounds of connections, before and between requests.
 *
 * @param connections open at once, 1 to 1,000,000; one more is refused at once
 * @param perAddress of these, from one IPv4 address or IPv6 /64 that is no trusted proxy's, 1 to {@code connections}
 * @param headBytes longest request head, 1,024 to 65,536
 * @param head how long a connection may take to bring its first request's head, TLS handshake included, or after idling the next one
 * @param idle how long a connection may stay without a request
 */
public record ConnectionLimits(int connections, int perAddress, int headBytes, Duration head, Duration idle) {
    /** Most connections that can be allowed. */
    static final int MOST_CONNECTIONS = 1_000_000;

    static final int LEAST_HEAD_BYTES = 1024;
    static final int MOST_HEAD_BYTES = 65_536;
    static final Duration LONGEST_HEAD = Duration.ofHours(1);
    static final Duration LONGEST_IDLE = Duration.ofDays(1);

    /** Checks each. */
    public ConnectionLimits {
        check("connections", connections, MOST_CONNECTIONS);
        check("connections per address", perAddress, connections);
        if (headBytes < LEAST_HEAD_BYTES) {
            throw new IllegalArgumentException(
                    "head bytes is " + headBytes + ", allowed are " + LEAST_HEAD_BYTES + " to " + MOST_HEAD_BYTES);
        }
        check("head bytes", headBytes, MOST_HEAD_BYTES);
        check("head millis", head.toMillis(), LONGEST_HEAD.toMillis());
        check("idle millis", idle.toMillis(), LONGEST_IDLE.toMillis());
    }

    private static void check(String name, long value, long max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are 1 to " + max);
        }
    }
}
