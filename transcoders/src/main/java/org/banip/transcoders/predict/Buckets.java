package org.banip.transcoders.predict;

/**
 * How residuals are split into a bucket, which is coded by adaptive probabilities, and a place in it, coded in plain bits.
 *
 * <p>A residual, as an unsigned number (0, −1, 1, −2 … are 0, 1, 2, 3 …), loses its {@code k} lowest bits, which depend on the
 * context; the rest falls into one of 16 buckets, of which the last has no end.
 */
final class Buckets {
    static final int COUNT = 16;
    static final int LAST = COUNT - 1;
    /** Where the last bucket begins. */
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
