package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateStatistics;

/** The statistics of an interconnect, as its serial executor counted them last. Any thread. */
final class InterconnectCount {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final InterconnectParts shared;
    private final ReceivePath path;
    private final Runnable count = this::count;
    private volatile SurrogateStatistics counted = new SurrogateStatistics(0, 0, 0, 0, 0, 0, 0, List.of());

    InterconnectCount(InterconnectParts shared, ReceivePath path) {
        this.shared = shared;
        this.path = path;
    }

    /** Counts, and returns the result; if the executor is busy for a second, the result of the last time. */
    SurrogateStatistics read() {
        boolean unused = shared.executor.executeAndWait(count, LONGEST);
        return counted;
    }

    private void count() {
        List<GroupStatistics> groups = new ArrayList<>();
        for (int group = 0; group < shared.receptions.size(); group++) {
            groups.add(shared.receptions.get(group).statistics(shared.acknowledged.next(group)));
        }
        counted = new SurrogateStatistics(
                path.frames(),
                path.bodyBytes(),
                shared.requests.begun(),
                shared.requests.count(),
                shared.reverse.count(),
                shared.requests.faults(),
                path.lastFrameNanos(),
                groups,
                path.paths());
    }
}
