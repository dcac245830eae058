package org.banip.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ServerLogTest {
    private static final String FORGED = "x\r\n2026-11-22 ERROR forged\u001b[31m\u009b\u0085\u2028\u202e";
    private static final String SHOWN = "x??2026-11-22 ERROR forged?[31m????";

    private final ListAppender<ILoggingEvent> kept = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.getCallerData(); // while the caller is on the stack
            super.append(event);
        }
    };
    private final Logger target = (Logger) LoggerFactory.getLogger(ServerLogTest.class);
    private final org.slf4j.Logger log = ServerLog.of(ServerLogTest.class);

    @BeforeEach
    void listen() {
        kept.start();
        target.addAppender(kept);
        target.setAdditive(false);
    }

    @AfterEach
    void listenNoMore() {
        target.detachAppender(kept);
        target.setAdditive(true);
        target.setLevel(null);
    }

    private ILoggingEvent only() {
        assertThat(kept.list).hasSize(1);
        return kept.list.get(0);
    }

    @Test
    void whatAPeerWroteStaysOnOneLine() {
        log.warn("{} refused: {}, {}", 4, FORGED, "{}");
        assertThat(only().getFormattedMessage()).isEqualTo("4 refused: " + SHOWN + ", {}");
        assertThat(only().getLevel()).isEqualTo(Level.WARN);
        assertThat(only().getLoggerName()).isEqualTo(ServerLogTest.class.getName());
        assertThat(only().getCallerData()[0].getMethodName()).isEqualTo("whatAPeerWroteStaysOnOneLine");
    }

    @Test
    void aLineIsBounded() {
        log.error("{}", "a".repeat(100_000));
        assertThat(only().getFormattedMessage()).isEqualTo("a".repeat(1000) + "…");
    }

    @Test
    void whatAPeerWroteInAnExceptionStaysOnItsLine() {
        IOException failure = new IOException("outer", new IllegalArgumentException(FORGED));
        failure.addSuppressed(new IllegalStateException(FORGED));
        log.error("{} failed", 4, failure);
        String trace = ThrowableProxyUtil.asString(only().getThrowableProxy());
        assertThat(trace)
                .contains("java.io.IOException: outer")
                .contains("java.lang.IllegalArgumentException: " + SHOWN)
                .contains("java.lang.IllegalStateException: " + SHOWN)
                .contains("at org.banip.server.log.ServerLogTest.whatAPeerWroteInAnExceptionStaysOnItsLine")
                .doesNotContain("\u001b", "\u009b", "\n2026");
    }

    @Test
    void anExceptionWithoutSuchTextIsLoggedAsItIs() {
        IOException failure = new IOException("plain");
        log.info("unheard", failure);
        target.setLevel(Level.INFO);
        log.info("failed", failure);
        assertThat(((ch.qos.logback.classic.spi.ThrowableProxy) only().getThrowableProxy()).getThrowable())
                .isSameAs(failure);
    }
}
