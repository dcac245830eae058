package org.banip.wsb.announce;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.banip.core.testing.ReservedUdpPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;

/** Who is answered, and when. */
class AnswererTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private ReservedUdpPort port;
    private MulticastPort socket;
    private Answerer answerer;

    @BeforeEach
    void open() throws IOException {
        port = new ReservedUdpPort();
        socket = MulticastPort.open(LOOPBACK, port.number());
        Announced announced = new Announced("wsb.local", 8443, "https", LOOPBACK);
        answerer = new Answerer(announced, socket, port.number(), new UnicastLimit());
        kept.start();
        logger().addAppender(kept);
    }

    @AfterEach
    void close() {
        logger().detachAppender(kept);
        socket.close();
        port.close();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(Answerer.class);
    }

    private static Message question() throws IOException {
        return Message.newQuery(Record.newRecord(Name.fromString("_banip._tcp.local."), Type.PTR, DClass.IN));
    }

    @Test
    void aSenderWithoutAPortStopsNothing() throws Exception {
        answerer.answer(question(), new InetSocketAddress(LOOPBACK, 0));
        assertThat(kept.list).isEmpty();
        assertThat(answerer.isWaiting()).isFalse();
    }

    @Test
    void aSenderWhoCannotBeReachedStopsNothingAndIsLoggedOnce() throws Exception {
        for (int n = 0; n < 3; n++) {
            answerer.answer(question(), new InetSocketAddress("127.255.255.255", 7)); // only broadcast goes there
        }
        assertThat(kept.list).hasSize(1);
        assertThat(kept.list.get(0).getFormattedMessage())
                .contains("/127.255.255.255:7 asks for https://wsb.local:8443/");
    }

    @Test
    void aQuestionThatIsRepeatedDoesNotPutItsAnswerOff() throws Exception {
        InetSocketAddress neighbour = new InetSocketAddress(LOOPBACK, port.number());
        answerer.answer(question(), neighbour);
        assertThat(answerer.isWaiting()).isTrue();
        long due = answerer.dueNanos();
        for (int n = 0; n < 20; n++) {
            answerer.answer(question(), neighbour);
            assertThat(answerer.dueNanos()).isEqualTo(due);
        }
        answerer.sendWaiting();
        assertThat(answerer.isWaiting()).isFalse();
    }
}
