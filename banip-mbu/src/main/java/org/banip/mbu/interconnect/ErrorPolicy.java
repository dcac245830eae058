package org.banip.mbu.interconnect;

import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.ReconnectSettings;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows an error: the table in docs/protocol.md, "Errors".
 *
 * <p>"A final error stays final only if it is said again": one such answer may be the work of a damaged byte. The MBU gives up when the
 * same error was the answer on several connections in a row and nothing was acknowledged between them; an MBU that was registered once also
 * keeps on for a minimum time, because it has data to lose. Guarded by itself.
 */
final class ErrorPolicy {
    /** What to do about an error. */
    enum Verdict {
        /** Reconnect, with back-off, and send again from the first packet that is not acknowledged. */
        RESUME("keeps all packets and tries again"),
        /** Register again with the same session, then resume. */
        REGISTER("registers again"),
        /** The same, for an error that is final if it is said again. */
        RETRY("tries again, since the answer may have been damaged"),
        /** Begin a new session with what is not acknowledged. */
        NEW_SESSION("begins a new session with what is not stored"),
        /** The same, one packet at a time, to find the one that cannot be decoded. */
        RESUME_CAREFULLY("sends packet by packet to find the one"),
        /** Declare the packet that cannot be decoded as a gap, then resume. */
        GIVE_UP_PACKET("declares a gap in its place"),
        /** Give up. */
        FAIL("gives up");

        private final String next;

        Verdict(String next) {
            this.next = next;
        }

        /** The same for people. */
        String next() {
            return next;
        }
    }

    private final ReconnectSettings settings;

    private @Nullable ErrorCode last;
    private int inARow;
    private long firstNanos;
    private int timeoutsInARow;
    private boolean undecodable;
    private boolean sessionBegun;

    ErrorPolicy(ReconnectSettings settings) {
        this.settings = settings;
    }

    /**
     * Decides about an error that the broker or the host reported, or that was found in a registration answer.
     *
     * @param everRegistered whether a registration was answered before
     * @param nowNanos the time
     */
    synchronized Verdict judge(ErrorCode code, boolean everRegistered, long nowNanos) {
        if (code != last) {
            last = code;
            inARow = 0;
            firstNanos = nowNanos;
        }
        inARow++;
        switch (code) {
            case UNKNOWN_INTERCONNECT:
                return Verdict.REGISTER;
            case SESSION_MISMATCH:
                return judgeMismatch(everRegistered, nowNanos);
            case UNDECODABLE_PACKET:
                boolean known = undecodable;
                undecodable = !undecodable;
                return known ? Verdict.GIVE_UP_PACKET : Verdict.RESUME_CAREFULLY;
            case MALFORMED_FRAME:
            case CHECKSUM_MISMATCH:
            case TRUNCATED:
            case SEQUENCE_BEYOND_WINDOW:
            case LIMIT_REACHED:
            case STORAGE_UNAVAILABLE:
            case HOST_UNAVAILABLE:
            case SILENT:
            case INTERNAL:
                return Verdict.RESUME;
            default:
                return isFinal(everRegistered, nowNanos) ? Verdict.FAIL : Verdict.RETRY;
        }
    }

    /** A new session is begun once; if nothing is acknowledged in it either, the error is final. */
    private Verdict judgeMismatch(boolean everRegistered, long nowNanos) {
        if (!isFinal(everRegistered, nowNanos)) {
            return Verdict.RETRY;
        }
        if (sessionBegun) {
            return Verdict.FAIL;
        }
        sessionBegun = true;
        last = null;
        return Verdict.NEW_SESSION;
    }

    private boolean isFinal(boolean everRegistered, long nowNanos) {
        boolean longEnough = !everRegistered
                || nowNanos - firstNanos >= settings.finalAfter().toNanos();
        return inARow >= settings.finalAttempts() && longEnough;
    }

    /** The host did not answer in time; says whether what was agreed with it may be damaged, so that the MBU registers again. */
    synchronized boolean timedOutAgain() {
        timeoutsInARow++;
        return timeoutsInARow % settings.finalAttempts() == 0;
    }

    /** Whether the host is there and only waits for a registration, so that the next try need not wait. */
    synchronized boolean hostWaits() {
        return last == ErrorCode.UNKNOWN_INTERCONNECT && inARow == 1;
    }

    /** The host has stored something since the last error. */
    synchronized void progressed() {
        last = null;
        timeoutsInARow = 0;
        sessionBegun = false;
    }

    /** What was sent before an undecodable packet was reported is stored. */
    synchronized void decodable() {
        undecodable = false;
    }
}
