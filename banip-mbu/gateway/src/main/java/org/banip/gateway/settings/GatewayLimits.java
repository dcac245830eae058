package org.banip.gateway.settings;

import java.time.Duration;

/**
 * Bounds of a gateway.
 *
 * @param connections open connections of both listeners, 1 to 10,000
 * @param perAddress of these, from one address, 1 to {@code connections}
 * @param bans BANs, 1 to 1,000: each has an MBU with a spool of its own
 * @param request how long a log-in or an HTTP request may take to arrive, 10 ms to 10 minutes
 * @param idle how long an HTTP connection may stay without a request, 10 ms to a day
 * @param hostWait how long an HTTP request waits for the host, if acknowledgements are the host's, 10 ms to 10 minutes
 */
public record GatewayLimits(
        int connections, int perAddress, int bans, Duration request, Duration idle, Duration hostWait) {
    /** 64 connections, 16 from one address; 16 BANs; 15 s for a request, 75 s between requests, 30 s for the host. */
    public static final GatewayLimits DEFAULTS =
            new GatewayLimits(64, 16, 16, Duration.ofSeconds(15), Duration.ofSeconds(75), Duration.ofSeconds(30));

    /** Most bytes of a message, of a description and of a request's body. */
    public static final int MESSAGE_BYTES = 65_536;

    /** Most messages of an MQTT connection that wait for an acknowledgement of the host. */
    public static final int UNACKNOWLEDGED = 32;

    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_BANS = 1_000;

    /** Checks each. */
    public GatewayLimits {
        check("connections", connections, 1, MOST_CONNECTIONS);
        check("connections per address", perAddress, 1, connections);
        check("BANs", bans, 1, MOST_BANS);
        check("request millis", request.toMillis(), 10, 600_000);
        check("idle millis", idle.toMillis(), 10, 86_400_000);
        check("host wait millis", hostWait.toMillis(), 10, 600_000);
    }

    /** The same with other numbers of connections; a quarter of them, at most 16, from one address. */
    public GatewayLimits connections(int most) {
        return new GatewayLimits(
                most, Math.min(DEFAULTS.perAddress, Math.max(1, most / 4)), bans, request, idle, hostWait);
    }

    /** The same with another number of BANs. */
    public GatewayLimits bans(int most) {
        return new GatewayLimits(connections, perAddress, most, request, idle, hostWait);
    }

    private static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are " + min + " to " + max);
        }
    }
}
