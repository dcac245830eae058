package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.interconnect.ErrorPolicy.Verdict;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LinkLogTest {
    private static final Loss BROKEN = new Loss("Connection refused", Optional.empty(), Verdict.RESUME);
    private static final Loss FULL = new Loss("full", Optional.of(ErrorCode.STORAGE_UNAVAILABLE), Verdict.RESUME);
    private static final Loss UNKNOWN =
            new Loss("unknown", Optional.of(ErrorCode.UNKNOWN_INTERCONNECT), Verdict.REGISTER);

    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(LinkLog.class);
    private final LinkLog log = new LinkLog();

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

    private void lost(Loss loss) {
        log.lost("4f1c2d1e", loss, 0, 0);
    }

    private List<String> lines() {
        return kept.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .collect(Collectors.toList());
    }

    @Test
    void logsEachErrorOfTheHostOncePerOutage() {
        log.answers("4f1c2d1e", 0, 0);
        for (int attempt = 0; attempt < 3; attempt++) {
            lost(BROKEN);
            lost(FULL);
        }
        assertThat(lines())
                .containsExactly(
                        "WARN 4f1c2d1e link lost: Connection refused; keeps all packets and tries again",
                        "WARN 4f1c2d1e still no link: full (storage-unavailable); keeps all packets and tries again");
    }

    @Test
    void aBreakAfterAnErrorOfTheHostIsNoNews() {
        lost(FULL);
        lost(BROKEN);
        assertThat(lines()).singleElement().asString().startsWith("WARN 4f1c2d1e no link yet: full");
    }

    @Test
    void logsEachReactionOtherThanARetry() {
        lost(UNKNOWN);
        lost(UNKNOWN);
        assertThat(lines())
                .containsExactly(
                        "WARN 4f1c2d1e no link yet: unknown (unknown-interconnect); registers again",
                        "WARN 4f1c2d1e still no link: unknown (unknown-interconnect); registers again");
    }

    @Test
    void logsTheSameReactionLessAndLessOften() {
        for (int attempt = 0; attempt < 1000; attempt++) {
            lost(UNKNOWN);
        }
        assertThat(lines()).as("attempts 1, 2, 4 … 512").hasSize(10);
        log.answers("4f1c2d1e", 0, 0);
        lost(UNKNOWN);
        assertThat(lines().subList(10, 12))
                .containsExactly(
                        "INFO 4f1c2d1e connected after 0 s and 999 failed attempts, 0 packets to catch up",
                        "WARN 4f1c2d1e link lost: unknown (unknown-interconnect); registers again");
    }

    @Test
    void logsEachPacketThatIsGivenUp() {
        for (int attempt = 0; attempt < 5; attempt++) {
            lost(new Loss("bad", Optional.of(ErrorCode.UNDECODABLE_PACKET), Verdict.GIVE_UP_PACKET));
        }
        assertThat(lines()).hasSize(5);
    }

    @Test
    void logsAgainInTheNextOutage() {
        lost(FULL);
        log.answers("4f1c2d1e", 0, 0);
        lost(FULL);
        assertThat(lines()).hasSize(3).last().asString().startsWith("WARN 4f1c2d1e link lost: full");
    }
}
