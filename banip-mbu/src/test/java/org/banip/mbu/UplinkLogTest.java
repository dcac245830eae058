package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * The log lines of a link that is lost and comes back: one line for each of these events, regardless of the number of attempts, and one line for
 * each error of the host.
 */
class UplinkLogTest extends UplinkContract {
    private static final int TRIES = 6;

    private final Kept kept = new Kept();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.banip.mbu");

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

    @Test
    void logsTheLossOnceAndTheReturnOnce() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 50);
            assertDelivered(mbu);
            host.stop();
            offer(mbu.input("ecg"), 50, 50);
            awaitTries();
            host.startAgain();
            assertDelivered(mbu);
            String label = mbu.status().session().toString().substring(0, 8);
            soon("the log").until(() -> lines("connected again").size() == 1);
            assertThat(lines("WARN"))
                    .satisfiesExactly(
                            lost -> assertThat(lost)
                                    .startsWith("WARN " + label + " link lost: ")
                                    .endsWith("; keeps all packets and tries again"),
                            forgotten -> assertThat(forgotten)
                                    .startsWith("WARN " + label + " still no link: ")
                                    .endsWith(" (unknown-interconnect); registers again"));
            assertThat(lines("connected again"))
                    .singleElement()
                    .asString()
                    .matches("INFO " + label
                            + " connected again after \\d+ s and \\d+ failed attempts, \\d+ packets to catch up");
            assertThat(lines("")).noneMatch(line -> line.contains(mbu.status().session() + ""));
        }
    }

    @Test
    void logsOnceThatThereIsNoLinkYet() throws Exception {
        host.stop();
        try (MobileBaseUnit mbu = ecg(360).start()) {
            awaitTries();
            host.startAgain();
            assertDelivered(mbu);
        }
        assertThat(lines("WARN")).singleElement().asString().contains(" no link yet: " + refused());
        assertThat(lines(" connected after ")).hasSize(1);
    }

    /** What an uplink is told whose host does not listen. A front goes on listening. */
    private String refused() {
        return base().equals(host.base())
                ? "cannot connect to " + host.base() + ": Connection refused; "
                : "the request was reset by the other side";
    }

    @Test
    void logsARepeatedErrorOfTheHostOnce() throws Exception {
        Fault full = Fault.refuse(ErrorCode.STORAGE_UNAVAILABLE);
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 50);
            assertDelivered(mbu);
            host.stop();
            offer(mbu.input("ecg"), 50, 50);
            soon("all is encoded").until(() -> mbu.status().groups().get(0).spoolPackets() == 5);
            awaitTries(); // the MBU has noticed that the host is gone
            host.fail(Kind.DATA, full, full, full, full, full, full);
            host.startAgain();
            assertDelivered(mbu);
        }
        assertThat(lines("WARN")).hasSize(3);
        assertThat(lines("(unknown-interconnect)")).hasSize(1);
        assertThat(lines("(storage-unavailable)"))
                .singleElement()
                .asString()
                .startsWith("WARN ")
                .contains(" still no link: ");
        assertThat(lines(" connected again ")).hasSize(1);
    }

    @Test
    void logsTheEndOfASessionUnderItsLabel() throws Exception {
        Fault mismatch = Fault.refuse(ErrorCode.SESSION_MISMATCH);
        host.fail(Kind.REGISTER, mismatch, mismatch, mismatch);
        try (MobileBaseUnit mbu = ecg(360).start()) {
            assertDelivered(mbu);
        }
        String begins = lines(" begins instead of session ").get(0);
        String former = begins.substring(begins.lastIndexOf(' ') + 1);
        assertThat(lines("(session-mismatch)")).hasSize(2);
        assertThat(lines("(session-mismatch)").get(0))
                .startsWith("WARN " + former + " no link yet: ")
                .endsWith("tries again; such an error counts when it is repeated");
        assertThat(lines("(session-mismatch)").get(1))
                .startsWith("WARN " + former + " still no link: ")
                .endsWith("begins a new session with what is not stored");
    }

    @Test
    void logsAFinalErrorWhenItIsRetriedAndWhenTheMbuFails() throws Exception {
        host.authorization = "Basic right";
        try (MobileBaseUnit mbu =
                ecg(720).credentials(Credentials.basic("a", "wrong")).start()) {
            awaitEvent(MbuEvent.Failed.class);
            assertThat(mbu.status().problem()).contains("who are you? (unauthenticated)");
        }
        assertThat(lines("WARN")).hasSize(2);
        assertThat(lines("WARN").get(0))
                .endsWith("who are you? (unauthenticated); tries again; such an error counts when it is repeated");
        assertThat(lines("WARN").get(1)).endsWith(" given up: who are you? (unauthenticated)");
    }

    /** A peer on plain HTTP can send any reason phrase, any content type, and any text in an error frame. */
    @Test
    void logsTextOfThePeerOnOneLineWithoutControlCharacters() throws Exception {
        host.fail(
                Kind.REGISTER,
                Fault.raw("HTTP/1.1 502 Bad\u001b[2J\u0085Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
                Fault.raw("HTTP/1.1 201 Created\r\nContent-Type: text/\u001b[2Jhtml\r\nContent-Length: 1\r\n"
                        + "Connection: close\r\n\r\nx"));
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 50);
            assertDelivered(mbu);
            host.session()
                    .send(new Control.ErrorReport(
                            ErrorCode.STORAGE_UNAVAILABLE.number(), "full\nWARN 12345678 forged \u001b[2J"));
            offer(mbu.input("ecg"), 50, 50);
            assertDelivered(mbu);
            soon("the log").until(() -> lines("forged").size() == 1);
            assertThat(lines("")).isNotEmpty().allMatch(line -> line.chars().noneMatch(Character::isISOControl));
            assertThat(events).allMatch(event -> event.toString().chars().noneMatch(Character::isISOControl));
        }
    }

    private void awaitTries() {
        soon("tries").until(() -> eventsOf(MbuEvent.Disconnected.class).size() >= TRIES);
    }

    private List<String> lines(String part) {
        return kept.lines.stream().filter(line -> line.contains(part)).collect(Collectors.toList());
    }

    /** Collects all lines. */
    private static final class Kept extends AppenderBase<ILoggingEvent> {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
    }
}
