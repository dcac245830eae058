package org.banip.alerts.level;

/**
 * The lowest value of the last time, or the highest one. Keeps, in a ring, those values after which no more extreme one has come; so it looks at each
 * value twice at most. One thread.
 */
final class Extreme {
    /** A value and its instant. */
    static final int BYTES_PER_SAMPLE = Double.BYTES + Long.BYTES;

    private final boolean highest;
    private final double[] values;
    private final long[] instants;
    private int first;
    private int count;

    /** Room for the values of the time, at least 1. */
    Extreme(boolean highest, int room) {
        this.highest = highest;
        values = new double[room];
        instants = new long[room];
    }

    /** Takes a value, and forgets those before {@code fromNanos}. Returns the extreme one, which may be the new one. */
    double next(double value, long nanos, long fromNanos) {
        while (count > 0 && instants[first] < fromNanos) {
            first = first + 1 == values.length ? 0 : first + 1;
            count--;
        }
        while (count > 0 && !isBeyond(values[index(count - 1)], value)) {
            count--;
        }
        int place = index(count);
        values[place] = value;
        instants[place] = nanos;
        count++;
        return values[first];
    }

    private boolean isBeyond(double one, double other) {
        return highest ? one > other : one < other;
    }

    private int index(int number) {
        int index = first + number;
        return index < values.length ? index : index - values.length;
    }

    void clear() {
        count = 0;
    }
}
