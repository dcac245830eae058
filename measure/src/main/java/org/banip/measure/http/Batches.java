package org.banip.measure.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which links are measured at the same time: as many as the machine can carry without being late. The slowest come first. */
final class Batches {
    /** Sum of the links' rates for each processor, by trial: emulator, both processes and BoringSSL share them. */
    private static final double MEGABITS_PER_PROCESSOR = 24;

    private Batches() {}

    static List<List<StudiedLink>> of(List<StudiedLink> links, int atOnce, int processors) {
        double most = MEGABITS_PER_PROCESSOR * processors;
        List<List<StudiedLink>> batches = new ArrayList<>();
        List<StudiedLink> batch = new ArrayList<>();
        double sum = 0;
        List<StudiedLink> slowestFirst = links.stream()
                .sorted(Comparator.comparingDouble(StudiedLink::megabits))
                .toList();
        for (StudiedLink link : slowestFirst) {
            if (!batch.isEmpty() && (batch.size() >= atOnce || sum + link.megabits() > most)) {
                batches.add(batch);
                batch = new ArrayList<>();
                sum = 0;
            }
            batch.add(link);
            sum += link.megabits();
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }
}
