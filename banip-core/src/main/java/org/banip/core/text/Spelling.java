package org.banip.core.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelled word was meant to be. */
public final class Spelling {
    /** Letters of the word for each mistake that is allowed. */
    private static final int LETTERS_PER_MISTAKE = 3;

    private Spelling() {}

    /** The known word with the fewest mistakes, if that is at most one for three letters. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        String typed = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(candidate -> mistakes(typed, candidate) <= Math.max(1, typed.length() / LETTERS_PER_MISTAKE))
                .min(Comparator.comparingInt(candidate -> mistakes(typed, candidate)));
    }

    /** Letters too many, missing, replaced, or in the place of the next one: the optimal string alignment distance. */
    static int mistakes(String one, String other) {
        int[][] best = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                best[i][j] = i == 0 || j == 0 ? i + j : fewest(best, one, other, i, j);
            }
        }
        return best[one.length()][other.length()];
    }

    private static int fewest(int[][] best, String one, String other, int i, int j) {
        int replaced = best[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        int fewest = Math.min(replaced, Math.min(best[i - 1][j], best[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(fewest, best[i - 2][j - 2] + 1) : fewest;
    }
}
