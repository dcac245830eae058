package org.banip.mbu;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.spi.LinkConditions;

/**
 * A snapshot of an MBU.
 *
 * @param state where it stands
 * @param session the session, which is also the interconnect's name
 * @param groups per group, in the order of the description
 * @param link the connection's counters
 * @param conditions what is known of the way to the host: rate, round-trip time, backlog; encoders read the same
 * @param clockOffset how far the host's clock is ahead, once known
 * @param retryIn how long until it tries again, while it waits for that
 * @param problem what went wrong last on the way to the host, while it is not mended
 * @param failure why it was given up, if it was
 */
public record MbuStatus(
        MbuState state,
        UUID session,
        List<GroupStatus> groups,
        LinkStatus link,
        LinkConditions conditions,
        Optional<ClockOffset> clockOffset,
        Optional<Duration> retryIn,
        Optional<String> problem,
        Optional<BanipException> failure) {
    /** Copies the list. */
    public MbuStatus {
        groups = List.copyOf(groups);
    }
}
