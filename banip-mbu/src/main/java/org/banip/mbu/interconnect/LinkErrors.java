package org.banip.mbu.interconnect;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Judges the errors of one link: the table in docs/protocol.md, "Errors". Another link's success or failure says nothing about this one.
 *
 * <p>"A final error must be repeated before it counts", because a damaged byte may have caused a single such answer. An error is final when several
 * connections of the link in a row brought the same one, and between them none broke and nothing was acknowledged. An MBU that was registered also
 * continues for a minimum time, because it has data to lose. Which errors end it then is a setting. Guarded by itself.
 */
final class LinkErrors {
    private final ErrorPolicy policy;

    /** The last error: its code, or the fault that the MBU found in a registration answer. */
    private @Nullable Object last;

    /** Whether {@link #last} is another one than the error before it. */
    private boolean fresh;

    private int inARow;
    private long firstNanos;
    private int timeoutsInARow;
    /** Of the last error, if it is final. */
    private @Nullable FinalError finalError;

    private boolean doubtful;
    private int round;

    /**
     * An error that is final.
     *
     * @param reason for people
     * @param ends whether it ends an MBU that has no other path
     */
    record FinalError(String reason, boolean ends) {}

    LinkErrors(ErrorPolicy policy) {
        this.policy = policy;
        round = policy.round();
    }

    /**
     * Decides about an error that the broker or the host reported, or that was found in a registration answer.
     *
     * @param everAccepted whether a host has accepted this session before
     * @param beside whether the host answers on another link, so that neither the session nor its chain is to blame
     * @param nowNanos the time
     */
    synchronized ErrorPolicy.Verdict judge(BanipException error, boolean everAccepted, boolean beside, long nowNanos) {
        follow();
        Object seen = error instanceof WrongAnswerException ? String.valueOf(error.getMessage()) : error.code();
        fresh = !seen.equals(last);
        if (fresh) {
            last = seen;
            inARow = 0;
            firstNanos = nowNanos;
        }
        inARow++;
        ErrorPolicy.Verdict verdict = judged(error, everAccepted, beside, nowNanos);
        finalError = verdict.isFinal()
                ? new FinalError(
                        error.getMessage() + " (" + error.code().token() + ")", verdict == ErrorPolicy.Verdict.FAIL)
                : null;
        return verdict;
    }

    private ErrorPolicy.Verdict judged(BanipException error, boolean everAccepted, boolean beside, long nowNanos) {
        ErrorCode code = error.code();
        switch (code) {
            case UNKNOWN_INTERCONNECT:
                return ErrorPolicy.Verdict.REGISTER;
            case UNDECODABLE_PACKET:
                return policy.undecodable();
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
                return ErrorPolicy.Verdict.RESUME;
            default:
                return isRepeated(everAccepted, nowNanos)
                        ? repeated(error, everAccepted, beside)
                        : ErrorPolicy.Verdict.RETRY;
        }
    }

    private ErrorPolicy.Verdict repeated(BanipException error, boolean everAccepted, boolean beside) {
        ErrorCode code = error.code();
        if (code == ErrorCode.SESSION_MISMATCH && !beside) {
            return policy.mismatch(everAccepted);
        }
        if (code == ErrorCode.INVALID_CHAIN && !beside && !(error instanceof WrongAnswerException)) {
            return policy.unknownChain(everAccepted);
        }
        return policy.end(code, everAccepted);
    }

    private boolean isRepeated(boolean everAccepted, long nowNanos) {
        boolean longEnough = !everAccepted
                || nowNanos - firstNanos >= policy.settings().finalAfter().toNanos();
        return inARow >= policy.settings().finalAttempts() && longEnough;
    }

    /** What was seen of another session, chain or broker does not count any more. */
    private void follow() {
        int now = policy.round();
        if (round != now) {
            round = now;
            doubtful = false;
            progressed();
        }
    }

    /** The error that is final on this link; null if none is, or if another attempt has failed otherwise since. */
    synchronized @Nullable FinalError finalError() {
        follow();
        return finalError;
    }

    /** A connection broke without an answer. On such a network the next error may also come from damage. */
    synchronized void broke() {
        inARow = 0;
        finalError = null;
    }

    /** The host answers on the path. */
    synchronized void answered() {
        finalError = null;
    }

    /** The path's network has gone. The next one may be another, of which nothing was seen yet. */
    synchronized void networkGone() {
        last = null;
        inARow = 0;
        finalError = null;
    }

    /** The host did not answer in time. Returns whether the link is to doubt what is agreed, which may be damaged. */
    synchronized boolean timedOutAgain() {
        follow();
        timeoutsInARow++;
        return timeoutsInARow % policy.settings().finalAttempts() == 0;
    }

    /** Whether the host is reachable and only needs a registration, so that the next attempt need not wait. */
    synchronized boolean hostWaits() {
        return last == ErrorCode.UNKNOWN_INTERCONNECT && fresh;
    }

    /** The host has stored something on this link since the last error. */
    synchronized void progressed() {
        last = null;
        timeoutsInARow = 0;
        finalError = null;
    }

    // --- what is agreed ---

    /** What is agreed may be damaged, for example the time-outs or the URL. So the link registers before its next connection. */
    synchronized void doubt() {
        doubtful = true;
    }

    /** Whether it must. */
    synchronized boolean doubts() {
        follow();
        return doubtful;
    }

    /** The link has registered, and uses what the host has answered. */
    synchronized void registered() {
        doubtful = false;
    }
}
