package org.banip.transcoders.predict;

/** The recent size of a channel's residuals: a fast and a slow mean of their absolute values, and the contexts that follow from them. */
final class ResidualContext {
    static final int CONTEXTS = 160;
    /** The context of the first sample. */
    static final int FIRST_CONTEXT = 48;

    private static final int FRACTION_BITS = 7;
    private static final long START = 16L << FRACTION_BITS;
    private static final int FAST = 2;
    private static final int SLOW = 4;

    private long fast;
    private long slow;
    private int count;

    void reset() {
        fast = START;
        slow = START;
        count = 0;
    }

    void add(int residual) {
        long size = Math.abs((long) residual) << FRACTION_BITS;
        fast += size - fast >> FAST;
        // The first few residuals have more weight.
        slow += size - slow >> Math.min(SLOW, 1 + (count >> 1));
        count = Math.min(count + 1, 2 * SLOW);
    }

    int context() {
        return context(fast + slow);
    }

    /** If the sum of both means is below 4, the context is that sum. From there on there are four contexts for each doubling. */
    static int context(long sum) {
        if (sum < 4) {
            return (int) sum;
        }
        int bits = 63 - Long.numberOfLeadingZeros(sum);
        return 4 * (bits - 1) + (int) (sum >>> bits - 2 & 3);
    }

    /** The lowest sum in a context. */
    static long leastSum(int context) {
        return context < 4 ? context : (4L + (context & 3)) << (context >> 2) - 1;
    }
}
