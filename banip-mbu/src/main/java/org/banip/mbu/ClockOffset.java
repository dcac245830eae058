package org.banip.mbu;

/**
 * How far the surrogate host's clock is ahead of the MBU's clock (docs/protocol.md, "Time"; RFC 5905, section 8).
 *
 * @param offsetNanos the number to add to the MBU's clock; its error is at most half the round-trip time
 * @param roundTripNanos round-trip time of the exchange that gave the offset, the fastest of the latest eight
 */
public record ClockOffset(long offsetNanos, long roundTripNanos) {}
