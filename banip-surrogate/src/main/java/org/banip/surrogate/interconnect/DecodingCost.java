package org.banip.surrogate.interconnect;

/**
 * What a group's decoder takes for a byte of sensor sets: the greatest cost of the last packets, because a signal may be cheap for a while and
 * then expensive again. Owned as {@link GroupDecoder} is.
 */
final class DecodingCost {
    /** Until packets were measured; most chains take less, but {@code predict(effort=high)} takes about 1,200. */
    private static final double FIRST_NANOS_PER_BYTE = 15;
    /** The estimate is the greatest cost of this number of packets at least, and of twice as many at most. */
    static final int PACKETS = 8;

    private double earlier = FIRST_NANOS_PER_BYTE;
    private double greatest;
    private int measured;

    /** A packet of this number of bytes of sensor sets was decoded in this time. */
    void measured(long nanos, int bytes) {
        greatest = Math.max(greatest, nanos / (double) Math.max(1, bytes));
        measured++;
        if (measured == PACKETS) {
            earlier = greatest;
            greatest = 0;
            measured = 0;
        }
    }

    /** How long it will take to decode this number of bytes of sensor sets. */
    long estimatedNanos(long bytes) {
        return (long) (bytes * Math.max(earlier, greatest));
    }
}
