package org.banip.gateway.session;

import java.util.concurrent.TimeUnit;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Logs refusals: the first at once, later ones at most every ten seconds. Any thread. */
final class RefusalLog {
    private static final Logger LOG = ServerLog.of(RefusalLog.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private boolean began;
    private long lastNanos;
    private long leftOut;

    /** A refusal, in words without values and payloads. */
    synchronized void refused(String what) {
        long now = System.nanoTime();
        if (began && now - lastNanos < PAUSE_NANOS) {
            leftOut++;
            return;
        }
        String more = leftOut == 0 ? "" : " (" + Counted.of(leftOut, "refusal") + " before this one not logged)";
        LOG.warn("- refused: {}{}", what, more);
        began = true;
        lastNanos = now;
        leftOut = 0;
    }
}
