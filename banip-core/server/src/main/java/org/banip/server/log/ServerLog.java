package org.banip.server.log;

import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LocationAwareLogger;

/**
 * The logger of a class of broker or host. Peers choose parts of what is logged: identifiers, chains, names, headers, and exceptions that
 * repeat them. Here, and only here, a message becomes one line of at most 1,000 characters without control characters, so that no peer can
 * forge a line or command a terminal. Any thread.
 */
public final class ServerLog extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_LINE = 1000;
    /** The caller in the log is the one above these frames. */
    private static final String BOUNDARY = AbstractLogger.class.getName();

    private final transient Logger target;

    private ServerLog(Logger target) {
        this.name = target.getName();
        this.target = target;
    }

    /** The logger of this class. */
    public static Logger of(Class<?> type) {
        return new ServerLog(LoggerFactory.getLogger(type));
    }

    /** The text on one line, of bounded length, without control characters. */
    static String line(String text) {
        return Quoted.line(text, LONGEST_LINE);
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return BOUNDARY;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        String message = line(String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments)));
        Throwable shown = LoggedThrowable.of(thrown);
        if (target instanceof LocationAwareLogger located) {
            located.log(marker, BOUNDARY, level.toInt(), message, null, shown);
        } else {
            target.makeLoggingEventBuilder(level).setCause(shown).log(message);
        }
    }

    @Override
    public boolean isTraceEnabled() {
        return target.isTraceEnabled();
    }

    @Override
    public boolean isDebugEnabled() {
        return target.isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return target.isInfoEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return target.isWarnEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return target.isErrorEnabled();
    }
}
