package org.banip.surrogate.api;

import java.util.List;

/**
 * What went through one interconnect since it was activated.
 *
 * @param frames frames received, control frames included
 * @param bodyBytes bytes of request bodies received
 * @param dataRequests data requests begun
 * @param openDataRequests data requests open now
 * @param openReverseChannels reverse channels open now
 * @param faults data requests ended with an error
 * @param lastFrameNanos when the last frame came, nanoseconds since the epoch
 * @param groups per group, in the order of the description
 * @param paths per path, in the order in which they were first used
 */
public record SurrogateStatistics(
        long frames,
        long bodyBytes,
        long dataRequests,
        int openDataRequests,
        int openReverseChannels,
        long faults,
        long lastFrameNanos,
        List<GroupStatistics> groups,
        List<PathStatistics> paths) {
    /** Copies the lists. */
    public SurrogateStatistics {
        groups = List.copyOf(groups);
        paths = List.copyOf(paths);
    }

    /** The same without paths. */
    public SurrogateStatistics(
            long frames,
            long bodyBytes,
            long dataRequests,
            int openDataRequests,
            int openReverseChannels,
            long faults,
            long lastFrameNanos,
            List<GroupStatistics> groups) {
        this(
                frames,
                bodyBytes,
                dataRequests,
                openDataRequests,
                openReverseChannels,
                faults,
                lastFrameNanos,
                groups,
                List.of());
    }

    /** Sum of a number over all groups. */
    public long sum(java.util.function.ToLongFunction<GroupStatistics> number) {
        return groups.stream().mapToLong(number).sum();
    }
}
