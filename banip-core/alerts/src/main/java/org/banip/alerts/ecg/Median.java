package org.banip.alerts.ecg;

/** The median of a few numbers, without an allocation. */
final class Median {
    private Median() {}

    /**
     * The median of the first {@code count} values, at least 1; of an even number the lower one of the two in the middle.
     *
     * @param sorted room for as many values
     */
    static int of(int[] values, int count, int[] sorted) {
        for (int i = 0; i < count; i++) {
            int value = values[i];
            int place = i;
            while (place > 0 && sorted[place - 1] > value) {
                sorted[place] = sorted[place - 1];
                place--;
            }
            sorted[place] = value;
        }
        return sorted[(count - 1) / 2];
    }
}
