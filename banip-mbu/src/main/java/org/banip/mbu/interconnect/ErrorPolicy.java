package org.banip.mbu.interconnect;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows an error: the table in docs/protocol.md, "Errors".
 *
 * <p>"A final error must be repeated before it counts", because a damaged byte may have caused a single such answer. The MBU gives up when
 * several connections in a row brought the same error, and between them none broke and nothing was acknowledged. An MBU that was registered also
 * continues for a minimum time, because it has data to lose. Which errors end it then is a setting. Guarded by itself.
 */
final class ErrorPolicy {
    /** What to do about an error. */
    enum Verdict {
        /** Reconnect, with back-off, and send again from the first packet that is not acknowledged. */
        RESUME("keeps all packets and tries again"),
        /** Register again with the same session, then resume. */
        REGISTER("registers again"),
        /** The same, for an error that is final if it is repeated. */
        RETRY("tries again; such an error counts when it is repeated"),
        /** Begin a new session with what is not acknowledged. */
        NEW_SESSION("begins a new session with what is not stored"),
        /** Register the same session with the chain that hosts of an older version know, then resume. */
        OLDER_CHAIN("registers with a chain that hosts of an older version know"),
        /** The same as RESUME, one packet at a time, to find the one that cannot be decoded. */
        RESUME_CAREFULLY("sends packet by packet to find the one"),
        /** Declare the packet that cannot be decoded as a gap, then resume. */
        GIVE_UP_PACKET("declares a gap in its place"),
        /** The error is final, but does not end the MBU: register again and resume, with back-off. */
        REFUSED("keeps all packets and tries again"),
        /** Give up. */
        FAIL("gives up");

        private final String next;

        Verdict(String next) {
            this.next = next;
        }

        /** The verdict in words, for the log. */
        String next() {
            return next;
        }
    }

    private final ReconnectSettings settings;
    /** Whether there is a chain for hosts of an older version, and whether this broker's host was not asked for it yet. */
    private final boolean hasOlderChain;

    private boolean mayAskForOlderChain;

    /** The last error: its code, or the fault that the MBU found in a registration answer. */
    private @Nullable Object last;

    /** Whether {@link #last} is another one than the error before it. */
    private boolean fresh;

    private int inARow;
    private long firstNanos;
    private int timeoutsInARow;
    private boolean undecodable;
    private boolean sessionBegun;

    /** @param hasOlderChain whether there is a chain for hosts of an older version */
    ErrorPolicy(ReconnectSettings settings, boolean hasOlderChain) {
        this.settings = settings;
        this.hasOlderChain = hasOlderChain;
        mayAskForOlderChain = hasOlderChain;
    }

    /**
     * Decides about an error that the broker or the host reported, or that was found in a registration answer.
     *
     * @param everAccepted whether a host has accepted this session before
     * @param nowNanos the time
     */
    synchronized Verdict judge(BanipException error, boolean everAccepted, long nowNanos) {
        ErrorCode code = error.code();
        Object seen = error instanceof WrongAnswerException ? String.valueOf(error.getMessage()) : code;
        fresh = !seen.equals(last);
        if (fresh) {
            last = seen;
            inARow = 0;
            firstNanos = nowNanos;
        }
        inARow++;
        switch (code) {
            case UNKNOWN_INTERCONNECT:
                return Verdict.REGISTER;
            case SESSION_MISMATCH:
                return judgeMismatch(everAccepted, nowNanos);
            case INVALID_CHAIN:
                return judgeChain(error, everAccepted, nowNanos);
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
            case TOO_EARLY:
            case TOO_MANY_SESSIONS:
            case TOO_MANY_BYTES:
            case TOO_MUCH_SIGNAL:
            case TOO_FAST:
            case TOO_MUCH_HELD:
                return Verdict.RESUME;
            default:
                return isFinal(everAccepted, nowNanos) ? end(code, everAccepted) : Verdict.RETRY;
        }
    }

    /** Begins a new session once. If nothing is acknowledged in that session either, the error is final. */
    private Verdict judgeMismatch(boolean everAccepted, long nowNanos) {
        if (!isFinal(everAccepted, nowNanos)) {
            return Verdict.RETRY;
        }
        if (sessionBegun) {
            return end(ErrorCode.SESSION_MISMATCH, everAccepted);
        }
        sessionBegun = true;
        last = null;
        return Verdict.NEW_SESSION;
    }

    /** Asks once for the chain that hosts of an older version know. If that is refused as well, the error is final. */
    private Verdict judgeChain(BanipException error, boolean everAccepted, long nowNanos) {
        if (!isFinal(everAccepted, nowNanos)) {
            return Verdict.RETRY;
        }
        if (!mayAskForOlderChain || error instanceof WrongAnswerException) {
            return end(ErrorCode.INVALID_CHAIN, everAccepted);
        }
        mayAskForOlderChain = false;
        last = null;
        return Verdict.OLDER_CHAIN;
    }

    private Verdict end(ErrorCode code, boolean everAccepted) {
        GivingUp givingUp = settings.givingUp();
        boolean ends = (everAccepted ? givingUp.registered() : givingUp.unregistered()).contains(code);
        return ends ? Verdict.FAIL : Verdict.REFUSED;
    }

    private boolean isFinal(boolean everAccepted, long nowNanos) {
        boolean longEnough =
                !everAccepted || nowNanos - firstNanos >= settings.finalAfter().toNanos();
        return inARow >= settings.finalAttempts() && longEnough;
    }

    /** A connection broke without an answer. On such a network the next error may also come from damage. */
    synchronized void broke() {
        inARow = 0;
    }

    /** The host did not answer in time. Returns whether the MBU must register again, because the agreed values may be damaged. */
    synchronized boolean timedOutAgain() {
        timeoutsInARow++;
        return timeoutsInARow % settings.finalAttempts() == 0;
    }

    /** Whether the host is reachable and only needs a registration, so that the next attempt need not wait. */
    synchronized boolean hostWaits() {
        return last == ErrorCode.UNKNOWN_INTERCONNECT && fresh;
    }

    /** The host has stored something since the last error. */
    synchronized void progressed() {
        last = null;
        timeoutsInARow = 0;
        sessionBegun = false;
    }

    /** Another broker is used, whose errors count anew. */
    synchronized void moved() {
        progressed();
        undecodable = false;
        mayAskForOlderChain = hasOlderChain;
    }

    /** The host has stored everything that was sent before it reported an undecodable packet. */
    synchronized void decodable() {
        undecodable = false;
    }
}
