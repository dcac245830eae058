package org.banip.mbu.interconnect;

/**
 * One estimate of how far the surrogate host's clock is ahead (docs/protocol.md, "Time"; RFC 5905, section 8).
 *
 * @param offsetNanos to be added to the MBU's clock; wrong by at most half the round trip
 * @param roundTripNanos of the exchange it was taken from
 */
public record ClockEstimate(long offsetNanos, long roundTripNanos) {}
