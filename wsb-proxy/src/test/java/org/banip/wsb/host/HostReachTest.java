package org.banip.wsb.host;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class HostReachTest {
    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(HostReach.class);
    private long seconds;
    private final HostReach reach = new HostReach(URI.create("http://127.0.0.1:8081/"), () -> seconds * 1_000_000_000L);

    @BeforeEach
    void listen() {
        kept.start();
        logger.addAppender(kept);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(kept);
        logger.setLevel(null);
    }

    private List<String> lines() {
        return kept.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
    }

    @Test
    void tellsOnceThatTheHostIsAwayAndOnceThatItIsBack() {
        reach.answers();
        for (int request = 0; request < 14; request++) {
            reach.fails("4f1c2d1e", "Connection refused");
        }
        seconds = 21;
        reach.answers();
        reach.answers();
        assertThat(lines())
                .containsExactly(
                        "WARN - cannot relay to http://127.0.0.1:8081/: Connection refused; MBUs are told so and try again",
                        "INFO - relays to http://127.0.0.1:8081/ again, after 21 s in which 14 requests failed");
    }

    @Test
    void tellsAnotherReasonInTheSameOutage() {
        for (int request = 0; request < 3; request++) {
            reach.fails("4f1c2d1e", "Connection refused");
            reach.fails("4f1c2d1e", "it does not accept this broker's token");
        }
        reach.answers();
        assertThat(lines())
                .containsExactly(
                        "WARN - cannot relay to http://127.0.0.1:8081/: Connection refused; MBUs are told so and try again",
                        "WARN - cannot relay to http://127.0.0.1:8081/: it does not accept this broker's token;"
                                + " MBUs are told so and try again",
                        "INFO - relays to http://127.0.0.1:8081/ again, after 0 s in which 6 requests failed");
    }

    @Test
    void tellsEachOutage() {
        reach.fails("-", "Connection refused");
        reach.answers();
        reach.fails("-", "Connection refused");
        assertThat(lines()).hasSize(3);
    }
}
