package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.packet.Gap;
import org.banip.mbu.spi.MbuEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DropLogTest {
    private final SendFixture fixture = new SendFixture(8192);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(DropLog.class);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void forget() {
        logger.detachAppender(lines);
    }

    private List<String> lines() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).collect(Collectors.toList());
    }

    private void drop(int group, long unit, long units) {
        fixture.queue.lose(group, 0, unit, units, Gap.Reason.SPOOL_FULL);
    }

    @Test
    void logsTheFirstDropAtOnceAndThenTheNumber() {
        drop(1, 0, 1);
        for (int i = 1; i < 1000; i++) {
            drop(1, i, 2);
        }
        drop(2, 0, 5);
        fixture.clock.pass(60_000_000_000L);
        drop(1, 2000, 1);
        String rest = "; what finds none is declared to the host as a gap";
        assertThat(lines())
                .containsExactly(
                        "4f1c no room for 1 sensor set of group ecg" + rest,
                        "4f1c no room for 5 sensor sets of group motion" + rest,
                        "4f1c no room for 1999 sensor sets of group ecg" + rest);
    }

    @Test
    void doesNotLogASilentSensor() {
        fixture.queue.lose(1, 0, 0, 10, Gap.Reason.SENSOR_SILENT);
        assertThat(lines()).isEmpty();
    }

    @Test
    void reportsTheFirstRefusalAtOnceAndThenTheNumber() {
        fixture.queue.refuse(1, 1);
        for (int i = 0; i < 1000; i++) {
            fixture.queue.refuse(1, 2);
        }
        fixture.queue.refuse(2, 5);
        fixture.clock.pass(60_000_000_000L);
        fixture.queue.refuse(1, 1);
        String rest = ": their instants are not later than the last one";
        assertThat(lines())
                .containsExactly(
                        "4f1c refused 1 sensor set of group ecg" + rest,
                        "4f1c refused 5 sensor sets of group motion" + rest,
                        "4f1c refused 2001 sensor sets of group ecg" + rest);
        assertThat(fixture.events)
                .containsExactly(
                        new MbuEvent.OutOfOrder("ecg", 1),
                        new MbuEvent.OutOfOrder("motion", 5),
                        new MbuEvent.OutOfOrder("ecg", 2001));
        assertThat(fixture.counters.get(1).unitsOutOfOrder).hasValue(2002);
    }
}
