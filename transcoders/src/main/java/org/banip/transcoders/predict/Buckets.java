package org.banip.transcoders.predict;

/**
 * Splits a residual into a bucket, which is coded with adaptive probabilities, and a position in the bucket, which is coded in plain bits.
 *
 * <p>A residual is first made an unsigned number (0, −1, 1, −2 … are 0, 1, 2, 3 …). Its {@code k} lowest bits are removed; k depends on the
 * context. The rest falls into one of 16 buckets, the last of which has no upper bound.
 */
final class Buckets {
    static final int COUNT = 16;
    static final int LAST = COUNT - 1;
    /** The start of the last bucket. */
    static final int LAST_FROM = 32;

    private static final int[] FROM = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, LAST_FROM};
    private static final int[] PLACE_BITS = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 0};
    private static final byte[] OF = new byte[LAST_FROM];

    static {
        for (int bucket = 0; bucket < LAST; bucket++) {
            for (int i = FROM[bucket]; i < FROM[bucket + 1]; i++) {
                OF[i] = (byte) bucket;
            }
        }
    }

    private Buckets() {}

    static int of(int unsigned) {
        return unsigned >>> 5 != 0 ? LAST : OF[unsigned];
    }

    static int from(int bucket) {
        return FROM[bucket];
    }

    static int placeBits(int bucket) {
        return PLACE_BITS[bucket];
    }
}
