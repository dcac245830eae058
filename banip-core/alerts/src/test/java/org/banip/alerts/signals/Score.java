package org.banip.alerts.signals;

import java.util.ArrayList;
import java.util.List;

/**
 * Detected beats against known ones: each known beat is matched with the nearest detected one within 150 ms that is not matched yet (as in
 * ANSI/AAMI EC57).
 *
 * @param matched how many were
 * @param missed known beats that were not found
 * @param wrong detected beats that are none
 */
public record Score(int matched, List<Integer> missed, List<Integer> wrong) {
    private static final double WINDOW_SECONDS = 0.15;

    /** Compares sample numbers, both in ascending order. */
    public static Score of(List<Integer> detected, List<Integer> known, double hertz) {
        int window = (int) Math.round(WINDOW_SECONDS * hertz);
        List<Integer> left = new ArrayList<>(detected);
        List<Integer> missed = new ArrayList<>();
        int matched = 0;
        for (int beat : known) {
            int nearest = -1;
            for (int i = 0; i < left.size() && left.get(i) <= beat + window; i++) {
                if (left.get(i) >= beat - window
                        && (nearest < 0 || Math.abs(left.get(i) - beat) < Math.abs(left.get(nearest) - beat))) {
                    nearest = i;
                }
            }
            if (nearest < 0) {
                missed.add(beat);
            } else {
                left.remove(nearest); // by its place
                matched++;
            }
        }
        return new Score(matched, missed, left);
    }

    /** Share of the known beats that were found, in percent. */
    public double sensitivity() {
        return 100.0 * matched / (matched + missed.size());
    }

    /** Share of the detected beats that are known, in percent. */
    public double precision() {
        return 100.0 * matched / (matched + wrong.size());
    }

    @Override
    public String toString() {
        return String.format(
                java.util.Locale.ROOT,
                "%d beats, sensitivity %.2f %%, precision %.2f %%, missed %s, wrong %s",
                matched + missed.size(),
                sensitivity(),
                precision(),
                missed,
                wrong);
    }
}
