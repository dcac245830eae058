package org.banip.surrogate.jini.export;

import java.io.InvalidClassException;
import java.time.Duration;
import net.jini.core.lease.LeaseException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.remote.RefusedException;
import org.slf4j.Logger;

/** What a caller in another JVM is told when its call fails. Log lines are limited: a caller can cause many. */
final class Refusals {
    private static final Logger LOG = ServerLog.of(Refusals.class);
    private static final int LONGEST_LOGGED = 300;
    private static final PeerLog LINES = new PeerLog(System::nanoTime, 1, Duration.ofSeconds(10));

    private Refusals() {}

    static Throwable of(Throwable thrown) {
        Throwable refused = thrown instanceof LeaseException ? thrown : refusal(thrown);
        refused.setStackTrace(new StackTraceElement[0]);
        return refused;
    }

    private static RefusedException refusal(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedException refused) {
                return refused;
            }
            if (cause instanceof BanipException refused) {
                return RefusedException.of(refused);
            }
            if (cause instanceof InvalidClassException) {
                log("a call was refused that carried a class or an array which is not allowed: {}", cause.getMessage());
                return new RefusedException(
                        ErrorCode.FORBIDDEN,
                        "the call carries a class that is not allowed, or a longer array than is allowed");
            }
        }
        if (thrown instanceof java.rmi.UnmarshalException || thrown.getCause() instanceof java.rmi.UnmarshalException) {
            log("a malformed call was refused: {}", thrown.getMessage());
            return new RefusedException(ErrorCode.MALFORMED_REQUEST, "the call cannot be read");
        }
        log("a call failed: {}", thrown.toString());
        return new RefusedException(ErrorCode.INTERNAL, "internal error");
    }

    /** Logs a line in ten seconds at most, and how many were left out before. */
    static void log(String line, @org.jspecify.annotations.Nullable Object argument) {
        LINES.happened(end -> LOG.warn("- " + line + "{}", Quoted.line(String.valueOf(argument), LONGEST_LOGGED), end));
    }
}
