package org.banip.transcoders.predict;

/** How large a channel's residuals have been lately: a fast and a slow mean of their absolute values. */
final class Level {
    static final int CONTEXTS = 4 * 42;
    /** For samples that nothing is known of. */
    static final int FIRST_CONTEXT = Integer.getInteger("fc",44);

    private static final int FRACTION_BITS = 7;
    private static final int FAST = Integer.getInteger("fa",2);
    private static final int SLOW = Integer.getInteger("sl",4);
    private static final long START = Integer.getInteger("st",16) << FRACTION_BITS;

    private long fast;
    private long slow;
    private int count;

    void reset() {
        fast = START;
        slow = START;
        count = 0;
    }

    void add(int residual) {
        long size = (residual < 0 ? -(long) residual : residual) << FRACTION_BITS;
        fast += size - fast >> FAST;
        int rate=SLOW; if(count<32){rate=Math.min(SLOW,1+(count>>Integer.getInteger("cs",1)));count++;}
        slow += size - slow >> rate;
    }

    /** Four contexts per doubling of the sum of both means. */
    int context() {
        return context(fast + slow);
    }

    static int context(long sum) {
        int bits = 63 - Long.numberOfLeadingZeros(sum | 4);
        return 4 * (bits - 2) + (int) (sum >>> bits - 2 & 3);
    }

    /** The lowest sum in a context, an inverse of {@link #context}. */
    static long leastSum(int context) {
        return context < 4 ? context : (4L + (context & 3)) << (context >> 2);
    }
}
