package org.banip.transcoders.predict.high;

/** The last values of a series, newest first and contiguous. */
final class Past {
    private final int size;
    /** Each value twice, {@link #size} apart. */
    private final double[] values;

    private int newest;

    Past(int size) {
        this.size = size;
        values = new double[2 * size];
    }

    void reset() {
        java.util.Arrays.fill(values, 0);
        newest = 0;
    }

    /** The index of the newest value in {@link #values()}. The older ones follow. */
    int newest() {
        return newest;
    }

    double[] values() {
        return values;
    }

    /** Adds a value and returns the one that it displaces. */
    double push(double value) {
        newest = newest == 0 ? size - 1 : newest - 1;
        double oldest = values[newest];
        values[newest] = value;
        values[newest + size] = value;
        return oldest;
    }
}
