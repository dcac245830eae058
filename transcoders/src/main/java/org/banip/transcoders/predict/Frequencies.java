package org.banip.transcoders.predict;

/**
 * The frequencies of each context's residuals in each bucket. There are two contexts for each of {@link ResidualContext}'s: an even one for
 * predictions that were rounded up, an odd one for those rounded down. Element i of a context's row is the running probability, times 2^24, of
 * the buckets below bucket i.
 */
final class Frequencies {
    /** Bits of a coded probability. */
    static final int CODED_BITS = 15;

    static final int BITS = 24;
    private static final int DROPPED = BITS - CODED_BITS;
    static final int ONE = 1 << BITS;
    private static final int LEAST = 1024;
    private static final int RATE = 8;
    /** The first context in which a low bit is coded plainly is 8 above this. */
    private static final int ALL_CODED = 60;

    private static final int MOST_DROPPED = 28;
    static final int CONTEXTS = 2 * ResidualContext.CONTEXTS;
    private static final int[][] AT_RESET = new int[CONTEXTS][];
    private static final int[][] TARGETS = new int[Buckets.COUNT][Buckets.COUNT];

    static {
        for (int context = 0; context < CONTEXTS; context++) {
            AT_RESET[context] = presume(context >> 1);
        }
        for (int bucket = 0; bucket < Buckets.COUNT; bucket++) {
            for (int i = 0; i < Buckets.COUNT; i++) {
                TARGETS[bucket][i] = i <= bucket ? i * LEAST : ONE - (Buckets.COUNT - i) * LEAST;
            }
        }
    }

    private final int[][] rows = new int[CONTEXTS][Buckets.COUNT];

    /** Residuals whose frequency falls by a constant factor from one to the next. */
    private static int[] presume(int level) {
        int[] row = new int[Buckets.COUNT];
        long mean = ResidualContext.leastSum(level) + ResidualContext.leastSum(level + 1)
                >> 1; // of the unsigned residual, times 128
        mean = Math.max(mean, 4) >> droppedBits(2 * level);
        long above = (long) ONE << 8;
        int bucket = 0;
        for (int u = 0; u <= Buckets.LAST_FROM; u++) {
            if (u == Buckets.from(bucket)) {
                row[bucket] = (int) ((ONE - (above >> 8)) * (ONE - 16L * LEAST) >> BITS) + bucket * LEAST;
                bucket++;
            }
            above = above * mean / (mean + 128);
        }
        return row;
    }

    /** The number of low bits that are coded plainly. */
    static int droppedBits(int context) {
        return Math.max(0, Math.min(MOST_DROPPED, context - ALL_CODED >> 3));
    }

    void reset() {
        for (int context = 0; context < CONTEXTS; context++) {
            System.arraycopy(AT_RESET[context], 0, rows[context], 0, Buckets.COUNT);
        }
    }

    int[] row(int context) {
        return rows[context];
    }

    /** The coded probability of the buckets below this one; {@code bucket} may be 16. */
    static long below(int[] row, int bucket) {
        return bucket == Buckets.COUNT ? 1L << CODED_BITS : row[bucket] >>> DROPPED;
    }

    /** The last bucket for which {@code range} times the probability below it is not above {@code target}. */
    static int find(int[] row, long range, long target) {
        int four =
                atOrAbove(row, 4, range, target) + atOrAbove(row, 8, range, target) + atOrAbove(row, 12, range, target);
        int from = four << 2;
        return from
                + atOrAbove(row, from + 1, range, target)
                + atOrAbove(row, from + 2, range, target)
                + atOrAbove(row, from + 3, range, target);
    }

    /** 1 or 0, without a branch, because the processor could not predict it. */
    private static int atOrAbove(int[] row, int bucket, long range, long target) {
        return 1 + (int) (target - range * (row[bucket] >>> DROPPED) >> 63);
    }

    static void learn(int[] row, int bucket) {
        int[] target = TARGETS[bucket];
        for (int i = 0; i < row.length; i++) {
            row[i] += target[i] - row[i] >> RATE;
        }
    }
}
