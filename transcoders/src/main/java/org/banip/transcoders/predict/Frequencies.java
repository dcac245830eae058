package org.banip.transcoders.predict;

/** How often residuals of each context fell into each bucket: 16 running cumulative probabilities for each. */
final class Frequencies {
    /** Bits of a probability as it is coded. */
    static final int CODED_BITS = 15;

    private static final int BITS = 24;
    private static final int ONE = 1 << BITS;
    private static final int LEAST = 1024;
    private static final int RATE = Integer.getInteger("rt",8);
    private static final int KB=Integer.getInteger("kb",-26);
    private static final int PM=Integer.getInteger("pm",256);
    private static final int[] AT_RESET = new int[Level.CONTEXTS * Buckets.COUNT];
    private static final int[] TARGETS = new int[Buckets.COUNT * Buckets.COUNT];

    static {
        for (int context = 0; context < Level.CONTEXTS; context++) {
            presume(context);
        }
        for (int bucket = 0; bucket < Buckets.COUNT; bucket++) {
            for (int i = 0; i < Buckets.COUNT; i++) {
                TARGETS[bucket * Buckets.COUNT + i] =
                        i <= bucket ? i * LEAST : ONE - (Buckets.COUNT - i) * LEAST;
            }
        }
    }

    private final int[] below = new int[AT_RESET.length];

    /** Begins with residuals that get rarer by a constant factor from one to the next. */
    private static void presume(int context) {
        long mean = Level.leastSum(context) + Level.leastSum(context + 1) >> 1; // of the unsigned residual, times 128
        mean = Math.max(mean, 4) * PM >> 8;
        long above = (long) ONE << 8;
        int bucket = 0;
        int k = droppedBits(context);
        for (int u = 0; u <= Buckets.LAST_FROM; u++) {
            if (u == Buckets.from(bucket)) {
                AT_RESET[context * Buckets.COUNT + bucket] =
                        (int) ((ONE - (above >> 8)) * (ONE - 16L * LEAST) >> BITS) + bucket * LEAST;
                bucket++;
            }
            above = above * mean / (mean + (128L << k));
        }
    }

    /** How many low bits are coded plainly. */
    static int droppedBits(int context) {
        return Math.max(0, context + KB >> 2);
    }

    void reset() {
        System.arraycopy(AT_RESET, 0, below, 0, below.length);
    }

    /** The probability, coded, of the buckets below this one; {@code bucket} may be 16. */
    long below(int context, int bucket) {
        return bucket == Buckets.COUNT ? 1L << CODED_BITS : below[context * Buckets.COUNT + bucket] >>> BITS - CODED_BITS;
    }

    /** The last bucket for which {@code range} times the probability below it is not above {@code target}. */
    int find(int context, long range, long target) {
        int at = context * Buckets.COUNT;
        int bucket = 0;
        for (int i = 1; i < Buckets.COUNT; i++) {
            long rest = target - range * (below[at + i] >>> BITS - CODED_BITS);
            bucket += 1 + (int) (rest >> 63);
        }
        return bucket;
    }

    void learn(int context, int bucket) {
        int at = context * Buckets.COUNT;
        int target = bucket * Buckets.COUNT;
        for (int i = 0; i < Buckets.COUNT; i++) {
            below[at + i] += TARGETS[target + i] - below[at + i] >> RATE;
        }
    }
}
