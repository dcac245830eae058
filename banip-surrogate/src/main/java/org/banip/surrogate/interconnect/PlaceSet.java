package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of the numbers below a size. It finds the next one in a few steps, however far away that is: each bit of a level tells whether a word of the
 * level below has any. Not thread-safe.
 */
final class PlaceSet {
    private static final int WORD_BITS = 6;
    private static final long ALL = -1L;

    private final List<long[]> levels = new ArrayList<>();

    /** An empty set of numbers below {@code size}, which is at least 1. */
    PlaceSet(int size) {
        int words = size;
        do {
            words = (words + Long.SIZE - 1) >>> WORD_BITS;
            levels.add(new long[words]);
        } while (words > 1);
    }

    void add(int number) {
        int bit = number;
        for (int level = 0; level < levels.size(); level++) {
            long[] words = levels.get(level);
            int word = bit >>> WORD_BITS;
            boolean known = words[word] != 0;
            words[word] |= 1L << bit;
            if (known) {
                return;
            }
            bit = word;
        }
    }

    void remove(int number) {
        int bit = number;
        for (int level = 0; level < levels.size(); level++) {
            long[] words = levels.get(level);
            int word = bit >>> WORD_BITS;
            words[word] &= ~(1L << bit);
            if (words[word] != 0) {
                return;
            }
            bit = word;
        }
    }

    /** The first number from this one on that is in the set, or −1. */
    int next(int from) {
        int bit = from;
        for (int level = 0; level < levels.size(); level++) {
            long[] words = levels.get(level);
            int word = bit >>> WORD_BITS;
            if (word >= words.length) {
                return -1;
            }
            long rest = words[word] & (ALL << bit);
            if (rest != 0) {
                return first(level, (word << WORD_BITS) + Long.numberOfTrailingZeros(rest));
            }
            bit = word + 1;
        }
        return -1;
    }

    /** The first number below a bit of a level. */
    private int first(int level, int bit) {
        int number = bit;
        for (int below = level - 1; below >= 0; below--) {
            number = (number << WORD_BITS) + Long.numberOfTrailingZeros(levels.get(below)[number]);
        }
        return number;
    }
}
