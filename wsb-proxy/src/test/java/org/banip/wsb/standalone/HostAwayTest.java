package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What MBU and operator hear of a host that cannot be reached. */
class HostAwayTest extends StandaloneBroker {
    @Test
    void saysThatTheHostCannotBeReached() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        host.goDown();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab", "alice", ALICE);
            assertThat(mbu.readBody(mbu.readHead()))
                    .contains("host-unavailable", "the broker cannot reach the surrogate host: Connection refused");
        }
        host.comeUp();
    }

    @Test
    void warnsOfAHostThatBreaksEveryRequestOnceForEachReason() throws Exception {
        ListAppender<ILoggingEvent> kept = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("org.banip.wsb.host");
        kept.start();
        logger.addAppender(kept);
        try {
            URI broker = start(BrokerSettings.CONNECTION_LIMITS);
            for (int request = 0; request < 5; request++) {
                try (Mbu mbu = Mbu.connect(broker)) {
                    mbu.register("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab", "alice", ALICE);
                    host.nextConnection().reset();
                    assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
                }
            }
        } finally {
            logger.detachAppender(kept);
        }
        assertThat(kept.list.stream()
                        .filter(event -> event.getLevel() == Level.WARN)
                        .map(ILoggingEvent::getFormattedMessage))
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allMatch(line -> line.startsWith("- cannot relay to " + host.uri() + ": the connection broke: "));
    }
}
