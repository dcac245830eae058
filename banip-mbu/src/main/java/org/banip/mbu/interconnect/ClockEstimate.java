package org.banip.mbu.interconnect;

/**
 * One estimate of how far the surrogate host's clock is ahead (docs/protocol.md, "Time"; RFC 5905, section 8).
 *
 * @param offsetNanos the number to add to the MBU's clock; its error is at most half the round-trip time
 * @param roundTripNanos round-trip time of the exchange that gave the estimate
 */
public record ClockEstimate(long offsetNanos, long roundTripNanos) {}
