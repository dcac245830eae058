package org.banip.surrogate.interconnect;

import org.banip.core.packet.Gap;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.settings.HostClock;
import org.slf4j.Logger;

/** The lines about gaps of one interconnect, at most one a minute. Any thread. */
final class GapLog {
    private static final Logger LOG = ServerLog.of(GapLog.class);

    private final String id;
    private final PeerLog lines;

    /** No line yet; {@code id} begins each. */
    GapLog(String id, HostClock clock) {
        this.id = id;
        lines = new PeerLog(clock::monotonicNanos, 1);
    }

    /** The next item of a group is this gap. */
    void gap(Gap gap) {
        lines.happened(end -> {
            if (gap.isRetirement()) {
                LOG.info("{}: group {} is retired{}", id, gap.group(), end);
            } else {
                LOG.info("{}: gap of {} units in group {}: {}{}", id, gap.unitCount(), gap.group(), gap.reason(), end);
            }
        });
    }
}
