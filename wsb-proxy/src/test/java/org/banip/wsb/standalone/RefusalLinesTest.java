package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Nobody fills a broker's log without credentials. */
class RefusalLinesTest extends StandaloneBroker {
    private static final Pattern LEFT_OUT = Pattern.compile("; lines of this kind left out before: (\\d+)$");

    private final Logger logger = (Logger) LoggerFactory.getLogger("org.banip.wsb.relay");
    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();

    @BeforeEach
    void keepLines() {
        kept.start();
        logger.addAppender(kept);
    }

    @AfterEach
    void forgetLines() {
        logger.detachAppender(kept);
    }

    private List<String> lines(String with) {
        return List.copyOf(kept.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(with))
                .toList();
    }

    private static void ask(URI broker, String from, String credentials, int times) throws Exception {
        try (Mbu mbu = Mbu.connectFrom(from, broker)) {
            for (int i = 0; i < times; i++) {
                mbu.request("GET", "nothing", "Authorization: " + credentials);
                assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
            }
        }
    }

    @Test
    void refusedLogInsOfAnAddressAreTenLinesAMinute() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        ask(broker, "127.0.0.1", "Basic !!!", 200);
        int first =
                lines("log-in from 127.0.0.1 refused: malformed credentials").size();
        assertThat(first).as("a machine that needs a minute begins another one").isBetween(10, 20);
        ask(broker, "127.0.0.2", "Basic !!!", 1);
        assertThat(lines("log-in from 127.0.0.2 refused: malformed credentials"))
                .singleElement()
                .asString()
                .containsPattern(LEFT_OUT);
        assertThat(first
                        + lines("log-in from").stream()
                                .mapToInt(RefusalLinesTest::leftOut)
                                .sum())
                .isEqualTo(200);
    }

    private static int leftOut(String line) {
        Matcher counted = LEFT_OUT.matcher(line);
        return counted.find() ? Integer.parseInt(counted.group(1)) : 0;
    }

    @Test
    void refusedLogInsOfAllAddressesAreSixtyLinesAMinute() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        for (int address = 1; address <= 20; address++) {
            ask(broker, "127.0.0." + address, "Basic !!!", 10);
        }
        assertThat(lines("log-in from")).hasSizeBetween(60, 120);
    }
}
