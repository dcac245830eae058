package org.banip.app.command;

import java.time.Duration;
import org.banip.app.source.SignalEnd;
import org.banip.app.terminal.Figures;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.mbu.MbuStatus;

/** Waits for the delivery of what is not stored when the signal is over, as long as the host stores something. One thread. */
final class DeliveryWait {
    private final SignalEnd end;
    private final Duration longest;
    private boolean begun;
    private long stored;
    private long sinceNanos;

    /**
     * A wait that begins at the end of a signal.
     *
     * @param longest how long it waits while the host stores nothing
     */
    DeliveryWait(SignalEnd end, Duration longest) {
        this.end = end;
        this.longest = longest;
    }

    /** What it waits for, if the signal is over; otherwise empty. */
    String words(MbuStatus status) {
        return begun
                ? "the signal is over: waits until the host has stored " + missing(status)
                        + " more; gives up if it stores none for " + Counted.seconds(longest) + " (--wait)"
                : "";
    }

    /**
     * Looks at the status again.
     *
     * @return whether the wait has just begun
     * @throws BanipException {@code HOST_UNAVAILABLE} if the host has stored nothing for too long
     */
    boolean begins(MbuStatus status, long nowNanos) {
        if (!end.isReached()) {
            return false;
        }
        boolean first = !begun;
        begun = true;
        long now = MbuReport.stored(status);
        if (first || now != stored) {
            stored = now;
            sinceNanos = nowNanos;
        } else if (nowNanos - sinceNanos >= longest.toNanos()) {
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    missing(status) + " not stored: the signal is over, and the host has stored nothing for "
                            + Counted.seconds(longest)
                            + status.problem().map(why -> ": " + why).orElse(""));
        }
        return first;
    }

    private static String missing(MbuStatus status) {
        return Figures.counted(MbuReport.missing(status), "sensor set");
    }
}
