package org.banip.app.certificate;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What host and broker log of brokers that are refused; other tests, which run at the same time, go on logging. */
final class HeardRefusals implements AutoCloseable {
    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private final List<Logger> loggers =
            List.of((Logger) LoggerFactory.getLogger("org.banip.surrogate.endpoint.BrokerAccess"), (Logger)
                    LoggerFactory.getLogger("org.banip.wsb.host.HostReach"));

    HeardRefusals() {
        kept.start();
        loggers.forEach(logger -> logger.addAppender(kept));
    }

    List<String> messages() {
        synchronized (kept) { // so does the appender: another test may log just now
            return kept.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        }
    }

    @Override
    public void close() {
        loggers.forEach(logger -> logger.detachAppender(kept));
    }
}
