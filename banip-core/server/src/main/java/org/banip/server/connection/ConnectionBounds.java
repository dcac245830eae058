package org.banip.server.connection;

import java.time.Duration;
import org.banip.server.address.TrustedProxies;

/**
 * Bounds of a server's connections.
 *
 * @param connections open at once, 1 to 1,000,000; one more is refused at once
 * @param perAddress of these, from one IPv4 address or IPv6 /64, 1 to {@code connections}
 * @param unbounded whose connections are not counted by address: they carry those of many
 * @param head how long a connection may take to bring its first request's head, TLS handshake included, or after idling the next one
 * @param idle how long a connection may stay without a request
 */
public record ConnectionBounds(
        int connections, int perAddress, TrustedProxies unbounded, Duration head, Duration idle) {
    /** Checks each. */
    public ConnectionBounds {
        check("connections", connections, 1, 1_000_000);
        check("connections per address", perAddress, 1, connections);
        check("head millis", head.toMillis(), 1, 3_600_000);
        check("idle millis", idle.toMillis(), 1, 86_400_000);
    }

    private static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are " + min + " to " + max);
        }
    }
}
