package org.banip.server.log;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stands in the log for an exception whose message, or that of a cause, is not one short line. */
final class LoggedThrowable extends Throwable {
    private static final long serialVersionUID = 1L;

    private LoggedThrowable(Throwable original, @Nullable Throwable cause) {
        super(ServerLog.line(original.toString()), cause, true, true);
        setStackTrace(original.getStackTrace());
    }

    /** The exception itself where all of it can be logged as it is. */
    static @Nullable Throwable of(@Nullable Throwable thrown) {
        return thrown == null || isClean(thrown, seen()) ? thrown : copy(thrown, seen());
    }

    private static Set<Throwable> seen() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static boolean isClean(Throwable thrown, Set<Throwable> seen) {
        if (!seen.add(thrown)) {
            return true;
        }
        String text = thrown.toString();
        if (!ServerLog.line(text).equals(text) || thrown.getCause() != null && !isClean(thrown.getCause(), seen)) {
            return false;
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (!isClean(suppressed, seen)) {
                return false;
            }
        }
        return true;
    }

    private static LoggedThrowable copy(Throwable thrown, Set<Throwable> seen) {
        seen.add(thrown);
        Throwable cause = thrown.getCause();
        LoggedThrowable copy =
                new LoggedThrowable(thrown, cause == null || seen.contains(cause) ? null : copy(cause, seen));
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (!seen.contains(suppressed)) {
                copy.addSuppressed(copy(suppressed, seen));
            }
        }
        return copy;
    }
}
