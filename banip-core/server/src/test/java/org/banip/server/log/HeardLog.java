package org.banip.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** All that BANip logs at any level until it is closed, kept from the console. */
public final class HeardLog implements AutoCloseable {
    /** In JSON: a line of its own, red, and what ISO 8859-1 and Unicode have beside. */
    public static final String FORGED_JSON =
            "forged\\r\\n2026-11-22T10:00:00Z ERROR forged\\u001b[31m\\u009b31m\\u0085\\u2028\\u202e";

    /** In a header field: what HTTP lets through. */
    public static final String FORGED_FIELD = "forged\u0085\u009b31m\tforged";

    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.banip");

    public HeardLog() {
        kept.start();
        logger.addAppender(kept);
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
    }

    @Override
    public void close() {
        logger.detachAppender(kept);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    private List<ILoggingEvent> events() {
        synchronized (kept) { // so does the appender: other threads go on logging
            return List.copyOf(kept.list);
        }
    }

    public List<String> messages() {
        return events().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    public List<String> errors() {
        return events().stream()
                .filter(event -> event.getLevel() == Level.ERROR)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** No event can forge a line or command a terminal, though forged text was logged this often at least. */
    public void assertHarmless(int forged) {
        assertThat(events()).allSatisfy(event -> {
            assertThat(event.getFormattedMessage()).doesNotContainPattern("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u202e]");
            if (event.getThrowableProxy() != null) {
                assertThat(ThrowableProxyUtil.asString(event.getThrowableProxy()))
                        .doesNotContainPattern("[\\u0000-\\u0008\\u000b\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u202e]")
                        .doesNotContain("\n2026-11-22T10:00:00Z");
            }
        });
        assertThat(messages().stream().filter(line -> line.contains("forged")))
                .as("the test looks at what it is about")
                .hasSizeGreaterThanOrEqualTo(forged);
    }
}
