package org.banip.gateway.session;

import java.time.Duration;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Logs refusals: the first at once, later ones at most every ten seconds. Any thread. */
final class RefusalLog {
    private static final Logger LOG = ServerLog.of(RefusalLog.class);

    private final PeerLog lines = new PeerLog(System::nanoTime, 1, Duration.ofSeconds(10));

    /** A refusal, in words without values and payloads. */
    void refused(String what) {
        lines.happened(end -> LOG.warn("- refused: {}{}", what, end));
    }
}
