package org.banip.core.testing;

import java.util.Random;

/** The seed of random cases. {@code -Dbanip.seed=N} repeats a run. */
public final class Seed {
    private Seed() {}

    /** A generator whose seed is printed. */
    public static Random random(String what) {
        long seed = Long.getLong("banip.seed", new Random().nextLong());
        System.out.println(what + ": -Dbanip.seed=" + seed);
        return new Random(seed);
    }

    /** A number from 0 on. Small numbers are as likely as large ones. */
    public static long number(Random random, long max) {
        int bits = random.nextInt(64 - Long.numberOfLeadingZeros(max) + 1);
        return Math.min(max, bits == 0 ? 0 : random.nextLong() >>> (64 - bits));
    }
}
