package org.banip.gateway.session;

import java.util.concurrent.TimeUnit;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Logs refusals: the first at once, and those of the next ten seconds in one line. Any thread. */
final class RefusalLog {
    private static final Logger LOG = ServerLog.of(RefusalLog.class);
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PacketRelease.Timer timer;
    private boolean pauses;
    private long leftOut;
    private String last = "";

    /** Nothing was refused. */
    RefusalLog(PacketRelease.Timer timer) {
        this.timer = timer;
    }

    /** A refusal, in words without values and payloads. */
    synchronized void refused(String what) {
        if (pauses) {
            leftOut++;
            last = what;
            return;
        }
        LOG.warn("- refused: {}", what);
        pause();
    }

    private void pause() {
        pauses = true;
        timer.after(PAUSE_NANOS, this::over);
    }

    private synchronized void over() {
        pauses = leftOut > 0;
        if (pauses) {
            LOG.warn("- {} in 10 s; the last one: {}", Counted.of(leftOut, "more refusal"), last);
            leftOut = 0;
            pause();
        }
    }
}
