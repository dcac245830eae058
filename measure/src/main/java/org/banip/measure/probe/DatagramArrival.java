package org.banip.measure.probe;

/**
 * A datagram that has arrived.
 *
 * @param number counted from 0 by the sender
 * @param sentNanos when it was due to be sent, {@link System#nanoTime}
 * @param arrivedNanos when it was read, on the same clock
 * @param payload bytes of UDP payload
 */
public record DatagramArrival(int number, long sentNanos, long arrivedNanos, int payload) {
    /** What UDP and IP add (RFC 768, RFC 791). */
    public static final int HEADERS = 28;

    private static final double NANOS_PER_MILLI = 1e6;

    /** From the time it was due to the time it was read. */
    public double latencyMillis() {
        return (arrivedNanos - sentNanos) / NANOS_PER_MILLI;
    }

    /** As an IP packet. */
    public int wireBytes() {
        return payload + HEADERS;
    }
}
