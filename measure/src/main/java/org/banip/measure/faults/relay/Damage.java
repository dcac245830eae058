package org.banip.measure.faults.relay;

import java.util.Random;

/** Flips single bits of what passes. Any thread. */
final class Damage {
    /** Not in each piece, so that bits of different requests and answers are met. */
    private static final double SHARE = 0.25;

    private Random random = new Random(0);
    private int left;
    private long flipped;

    /** Flips this number of bits from now on, in pieces of either direction. */
    synchronized void begin(int bits, long seed) {
        random = new Random(seed);
        left = bits;
    }

    /** Flips no more. */
    synchronized void end() {
        left = 0;
    }

    /** How many bits were flipped so far. */
    synchronized long flipped() {
        return flipped;
    }

    /** Damages a piece, or leaves it as it is. */
    synchronized void meet(byte[] bytes, int count) {
        if (left > 0 && random.nextDouble() < SHARE) {
            bytes[random.nextInt(count)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            left--;
            flipped++;
        }
    }
}
