package org.banip.surrogate.alert;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged until this is closed. */
final class LoggedLines implements AutoCloseable {
    /** So many lines of a kind a minute about one BAN. */
    static final long MOST = 10;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    LoggedLines() {
        log.start();
        root.addAppender(log);
    }

    /** How many lines have this text. */
    long with(String text) {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getFormattedMessage().contains(text))
                .count();
    }

    @Override
    public void close() {
        root.detachAppender(log);
    }
}
