package org.banip.mbu;

/**
 * How far the surrogate host's clock is ahead of the MBU's (docs/protocol.md, "Time"; RFC 5905, section 8).
 *
 * @param offsetNanos to be added to the MBU's clock; wrong by at most half the round trip
 * @param roundTripNanos of the exchange it was taken from, the fastest of the latest eight
 */
public record ClockOffset(long offsetNanos, long roundTripNanos) {}
