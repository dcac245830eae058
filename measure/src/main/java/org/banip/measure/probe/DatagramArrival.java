package org.banip.measure.probe;

/**
 * A datagram that has arrived.
 *
 * @param number counted from 0 by the sender
 * @param sentNanos the instant at which it was due, on the clock of {@link System#nanoTime}
 * @param arrivedNanos the instant at which it was read, on the same clock
 * @param payload bytes of UDP payload
 */
public record DatagramArrival(int number, long sentNanos, long arrivedNanos, int payload) {
    /** Bytes of UDP and IP headers (RFC 768, RFC 791). */
    public static final int HEADERS = 28;

    private static final double NANOS_PER_MILLI = 1e6;

    /** Time from the due instant to reading. */
    public double latencyMillis() {
        return (arrivedNanos - sentNanos) / NANOS_PER_MILLI;
    }

    /** Its bytes as an IP packet. */
    public int wireBytes() {
        return payload + HEADERS;
    }
}
