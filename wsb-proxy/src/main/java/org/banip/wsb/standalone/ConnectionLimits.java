package org.banip.wsb.standalone;

import java.time.Duration;

/**
 * Bounds of connections, before and between requests.
 *
 * @param connections open connections, 1 to 1,000,000; another one is refused at once
 * @param connectionsPerAddress of these, from one IPv4 address or IPv6 /64 that is no trusted proxy's
 * @param headBytes longest request head, 1,024 to 65,536
 * @param head how long a connection may take to bring its first request's head, or after idling the next one
 * @param idle how long a connection may stay without a request
 */
public record ConnectionLimits(
        int connections, int connectionsPerAddress, int headBytes, Duration head, Duration idle) {
    /** 4,000 connections, half of them from one address, 8 KiB, 15 s, 75 s. */
    public static final ConnectionLimits DEFAULTS =
            new ConnectionLimits(4000, 8192, Duration.ofSeconds(15), Duration.ofSeconds(75));

    /** Checks each. */
    public ConnectionLimits {
        check("connections", connections, 1, 1_000_000);
        check("connections per address", connectionsPerAddress, 1, connections);
        check("head bytes", headBytes, 1024, 65_536);
        check("head millis", head.toMillis(), 1, 3_600_000);
        check("idle millis", idle.toMillis(), 1, 86_400_000);
    }

    /** Limits with half of the connections from one address. */
    public ConnectionLimits(int connections, int headBytes, Duration head, Duration idle) {
        this(connections, perAddress(connections), headBytes, head, idle);
    }

    /** Default number for one address: half of them. */
    static int perAddress(int connections) {
        return (connections + 1) / 2;
    }

    private static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are " + min + " to " + max);
        }
    }
}
