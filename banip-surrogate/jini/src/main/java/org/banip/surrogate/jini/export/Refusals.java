package org.banip.surrogate.jini.export;

import java.io.InvalidClassException;
import java.util.concurrent.atomic.AtomicLong;
import net.jini.core.lease.LeaseException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.remote.RefusedException;
import org.slf4j.Logger;

/** What a caller in another JVM is told when its call fails. Log lines are limited: a caller can cause many. */
final class Refusals {
    private static final Logger LOG = ServerLog.of(Refusals.class);
    private static final int LONGEST_LOGGED = 300;
    private static final long NANOS_PER_LINE = 10_000_000_000L;

    private static final AtomicLong NEXT_LINE = new AtomicLong(System.nanoTime());
    private static final AtomicLong UNLOGGED = new AtomicLong();

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
        long now = System.nanoTime();
        long next = NEXT_LINE.get();
        if (now - next >= 0 && NEXT_LINE.compareAndSet(next, now + NANOS_PER_LINE)) {
            LOG.warn(
                    "- " + line + "; {} more since the last such line",
                    Quoted.line(String.valueOf(argument), LONGEST_LOGGED),
                    UNLOGGED.getAndSet(0));
        } else {
            UNLOGGED.incrementAndGet();
        }
    }
}
