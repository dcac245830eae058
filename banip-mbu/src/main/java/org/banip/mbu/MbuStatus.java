package org.banip.mbu;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.spi.LinkConditions;

/**
 * A snapshot of an MBU.
 *
 * @param state the state
 * @param session the session, which is also the interconnect's name
 * @param groups the status of each group, in the order of the description
 * @param link counters of the connections of all paths
 * @param paths the status of each path, in the order of the configuration
 * @param conditions what is known about the way to the host: rate, round-trip time, backlog; encoders read the same values
 * @param broker the base URL of the broker that all paths use; empty if several are configured and none was found yet. A path may have one of its own
 * @param clockOffset how far the host's clock is ahead, once it is known
 * @param retryIn time until the next connection attempt, while the MBU waits for it
 * @param problem the last problem on the way to the host, until it is solved. Empty while the host answers on any path: the problems of the others are
 *     in {@link PathStatus#problem}. Of several paths without an answer it is that of the first one that has a problem, and names it
 * @param failure why the MBU failed, if it did
 */
public record MbuStatus(
        MbuState state,
        UUID session,
        List<GroupStatus> groups,
        LinkStatus link,
        List<PathStatus> paths,
        LinkConditions conditions,
        Optional<URI> broker,
        Optional<ClockOffset> clockOffset,
        Optional<Duration> retryIn,
        Optional<String> problem,
        Optional<BanipException> failure) {
    /** Copies the lists. */
    public MbuStatus {
        groups = List.copyOf(groups);
        paths = List.copyOf(paths);
    }
}
