package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.time.Duration;

/**
 * How long an answer may take until something on the way seems to hold it back: "at least four times the round-trip time that the MBU knows"
 * (docs/protocol.md, section 4.2).
 *
 * @param least on a path without delay
 */
record AnswerPatience(Duration least) {
    private static final AttributeKey<Long> ROUND_TRIP_NANOS = AttributeKey.valueOf(AnswerPatience.class, "round trip");

    /** Notes the round trip of a new connection: of the TCP or QUIC handshake alone. */
    static void noteRoundTrip(Channel connection, long nanos) {
        connection.attr(ROUND_TRIP_NANOS).set(nanos);
    }

    /** On this connection. The round trip counts for no more than half of the time after which silence ends it. */
    long millis(Channel connection, Duration silence) {
        Long nanos = connection.attr(ROUND_TRIP_NANOS).get();
        long roundTrips = nanos == null ? 0 : Duration.ofNanos(4 * nanos).toMillis();
        return Math.max(least.toMillis(), Math.min(roundTrips, silence.toMillis() / 2));
    }
}
