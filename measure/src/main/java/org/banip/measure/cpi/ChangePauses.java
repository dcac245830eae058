package org.banip.measure.cpi;

import java.util.List;

/**
 * Pauses between deliveries when the MBU's address changed, in seconds. A pause is at a change if it ends after it and begins at most half of the
 * distance between two changes later; at the last one, if there are several. Without changes all are 0.
 *
 * @param mean of the longest pause at each change
 * @param max of them
 * @param elsewhere the longest pause that is at no change
 */
record ChangePauses(double mean, double max, double elsewhere) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The pauses of a run whose address changed at these instants. */
    static ChangePauses of(Deliveries deliveries, List<Long> changes) {
        if (changes.isEmpty()) {
            return new ChangePauses(0, 0, 0);
        }
        long[] longest = new long[changes.size()];
        long elsewhere = 0;
        List<Deliveries.Delivery> sets = deliveries.sets();
        long within = distance(changes, sets) / 2;
        for (int i = 1; i < sets.size(); i++) {
            long from = sets.get(i - 1).deliveredNanos();
            long to = sets.get(i).deliveredNanos();
            int change = changeIn(changes, from - within, to);
            if (change < 0) {
                elsewhere = Math.max(elsewhere, to - from);
            } else {
                longest[change] = Math.max(longest[change], to - from);
            }
        }
        long sum = 0;
        long max = 0;
        for (long pause : longest) {
            sum += pause;
            max = Math.max(max, pause);
        }
        return new ChangePauses(
                sum / NANOS_PER_SECOND / longest.length, max / NANOS_PER_SECOND, elsewhere / NANOS_PER_SECOND);
    }

    /** Between two changes; that to the end, if there is only one. */
    private static long distance(List<Long> changes, List<Deliveries.Delivery> sets) {
        if (changes.size() > 1) {
            return changes.get(1) - changes.get(0);
        }
        return sets.isEmpty() ? 0 : Math.max(0, sets.get(sets.size() - 1).deliveredNanos() - changes.get(0));
    }

    /** The last change between two instants; below 0 if there is none. */
    private static int changeIn(List<Long> changes, long from, long to) {
        for (int change = changes.size() - 1; change >= 0; change--) {
            if (changes.get(change) >= from && changes.get(change) <= to) {
                return change;
            }
        }
        return -1;
    }
}
