package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Which refusals are logged; the test lets each pause end. */
class RefusalLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    private final Deque<Runnable> pauses = new ArrayDeque<>();
    private final RefusalLog log = new RefusalLog((nanos, task) -> pauses.add(task));

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void forget() {
        logger.detachAppender(lines);
    }

    private void pass() {
        pauses.remove().run();
    }

    @Test
    void refusalsThatAreNotLoggedAtOnceAreCountedThoughNoOtherOneFollows() {
        for (int n = 1; n <= 13; n++) {
            log.refused("number " + n);
        }
        assertThat(lines.list).hasSize(1);
        pass();
        pass();
        log.refused("number 14");
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "- refused: number 1",
                        "- 12 more refusals in 10 s; the last one: number 13",
                        "- refused: number 14");
    }
}
