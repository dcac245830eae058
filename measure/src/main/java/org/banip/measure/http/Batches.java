package org.banip.measure.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which links are measured at the same time: as many as the machine can carry without being late. The slowest come first. */
final class Batches {
    /** Share of a processor that a link takes at any rate, by trial: emulator, both processes and their compilers. */
    private static final double PROCESSORS_PER_LINK = 0.3;

    /** And for each Mbit/s that it carries. */
    private static final double PROCESSORS_PER_MEGABIT = 0.02;

    /** Share of the processors that all links together may take at their busiest, which they seldom are at once. */
    private static final double MOST_BUSY = 1;

    private Batches() {}

    static List<List<StudiedLink>> of(List<StudiedLink> links, int atOnce, int processors) {
        double most = MOST_BUSY * processors;
        List<List<StudiedLink>> batches = new ArrayList<>();
        List<StudiedLink> batch = new ArrayList<>();
        double sum = 0;
        List<StudiedLink> slowestFirst = links.stream()
                .sorted(Comparator.comparingDouble(StudiedLink::megabits))
                .toList();
        for (StudiedLink link : slowestFirst) {
            double taken = PROCESSORS_PER_LINK + PROCESSORS_PER_MEGABIT * link.megabits();
            if (!batch.isEmpty() && (batch.size() >= atOnce || sum + taken > most)) {
                batches.add(batch);
                batch = new ArrayList<>();
                sum = 0;
            }
            batch.add(link);
            sum += taken;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }
}
