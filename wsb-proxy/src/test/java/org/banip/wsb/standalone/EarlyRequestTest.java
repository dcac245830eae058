package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Requests that were sent right behind the registration of their session (docs/protocol.md, section 3.1). */
class EarlyRequestTest extends StandaloneBroker {
    private static final String AWAIT = "Banip-Await: registration";
    private static final String BOB = Mbu.basic("bob", "bob's password");
    private static final String SHORT = "300";

    private final String session = Mbu.newSession();

    private URI start(Map<String, String> settings) {
        return start(BrokerSettings.CONNECTION_LIMITS, settings);
    }

    private void openEarly(Mbu mbu, String resource, String credentials) throws IOException {
        mbu.request(
                "POST",
                "interconnects/" + session + "/" + resource,
                credentials,
                AWAIT,
                "Content-Type: application/vnd.banip.frames",
                "Transfer-Encoding: chunked");
    }

    @Test
    void aRequestOnTheSameConnectionFollowsTheRegistration() throws Exception {
        try (Mbu mbu = Mbu.connect(start(Map.of()))) {
            mbu.register(session, "alice", ALICE);
            openEarly(mbu, "duplex", ALICE);
            mbu.writeChunk(new byte[10]);
            Connection connection = host.nextConnection();
            answerRegistration(connection, "201 Created");
            assertThat(mbu.readHead().status()).isEqualTo(201);
            mbu.readBytes(2);
            Head early = connection.readHead();
            assertThat(early.start()).isEqualTo("POST /host/interconnects/" + session + "/duplex HTTP/1.1");
            assertThat(early.fields()).doesNotContainKey("banip-await").containsEntry("banip-identity", "alice");
            connection.answerStream();
            connection.writeChunk(new byte[3]);
            assertThat(connection.readChunked(10)).hasSize(10);
            assertThat(mbu.readHead().status()).isEqualTo(200);
            assertThat(mbu.readChunked(3)).hasSize(3);
        }
    }

    @Test
    void aRequestOnAnotherConnectionWaitsForTheRegistration() throws Exception {
        URI broker = start(Map.of());
        try (Mbu early = Mbu.connect(broker);
                Mbu mbu = Mbu.connect(broker)) {
            openEarly(early, "data", ALICE);
            early.writeChunk(new byte[10]);
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            answerRegistration(registration, "201 Created");
            assertThat(mbu.readHead().status()).isEqualTo(201);
            // It may use the same connection or another one.
            host.serve((connection, head) -> answerData(connection, head));
            Head head = registered(registration, early);
            assertThat(head.status()).isEqualTo(200);
        }
    }

    /** The head of the early request's answer, whichever connection to the host it went on. */
    private static Head registered(Connection registration, Mbu early) throws IOException {
        Thread sameConnection = new Thread(
                () -> {
                    try {
                        answerData(registration, registration.readHead());
                    } catch (IOException e) {
                        // It went on another one.
                    }
                },
                "test-host-same");
        sameConnection.setDaemon(true);
        sameConnection.start();
        return early.readHead();
    }

    private static void answerData(Connection connection, Head head) throws IOException {
        assertThat(head.start()).endsWith("/data HTTP/1.1");
        connection.readChunked(10);
        connection.answer("200 OK", "ack", "Connection: close");
    }

    @Test
    void aRequestBehindARefusedRegistrationIsRefused() throws Exception {
        URI broker = start(Map.of());
        try (Mbu early = Mbu.connect(broker);
                Mbu mbu = Mbu.connect(broker)) {
            openEarly(early, "data", ALICE);
            mbu.register(session, "alice", ALICE);
            answerRegistration(host.nextConnection(), "422 Unprocessable Content");
            assertThat(mbu.readHead().status()).isEqualTo(422);
            assertThat(early.readRefusal()).isEqualTo("404 unknown-interconnect");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    /** What sends such requests has sent a registration, which is logged itself. */
    @Test
    void aRequestWithoutARegistrationIsNoWarning() throws Exception {
        ListAppender<ILoggingEvent> kept = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("org.banip.wsb.relay");
        kept.start();
        logger.addAppender(kept);
        try (Mbu early = Mbu.connect(start(Map.of("document-millis", SHORT)))) {
            openEarly(early, "data", ALICE);
            assertThat(early.readRefusal()).isEqualTo("404 unknown-interconnect");
        } finally {
            logger.detachAppender(kept);
        }
        assertThat(kept.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                .noneMatch(event -> event.getFormattedMessage().contains("refused"));
    }

    @Test
    void aRequestWithoutARegistrationIsRefusedAfterAWhile() throws Exception {
        try (Mbu early = Mbu.connect(start(Map.of("document-millis", SHORT)))) {
            openEarly(early, "data", ALICE);
            assertThat(early.readRefusal()).isEqualTo("404 unknown-interconnect");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void nobodyGetsIntoAnothersSessionByWaitingForIt() throws Exception {
        new PasswordFile(directory.resolve("passwords")).set("bob", "bob's password".toCharArray(), 4);
        URI broker = start(Map.of());
        try (Mbu early = Mbu.connect(broker);
                Mbu mbu = Mbu.connect(broker)) {
            openEarly(early, "data", BOB);
            early.writeChunk(new byte[10]);
            mbu.register(session, "alice", ALICE);
            answerRegistration(host.nextConnection(), "201 Created");
            assertThat(mbu.readHead().status()).isEqualTo(201);
            mbu.readBytes(2);
            // Bob's own attempt settles his wait, and only now.
            mbu.register(session, "bob", BOB);
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
            assertThat(early.readRefusal()).isEqualTo("403 forbidden");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void theEarlyRequestGoesToTheHostThatTookTheRegistration() throws Exception {
        try (TestHost second = new TestHost()) {
            host.serve((connection, head) -> serve(connection, head, "one"));
            second.serve((connection, head) -> serve(connection, head, "two"));
            URI broker = start(Map.of("surrogate-host", "one=" + host.uri() + ",two=" + second.uri()));
            for (int i = 0; i < 4; i++) {
                String name = Mbu.newSession();
                try (Mbu mbu = Mbu.connect(broker)) {
                    mbu.register(name, "alice", ALICE);
                    mbu.request("POST", "interconnects/" + name + "/data", ALICE, AWAIT, "Content-Length: 0");
                    String registeredAt = mbu.readBody(mbu.readHead());
                    assertThat(mbu.readBody(mbu.readHead())).isEqualTo(registeredAt);
                }
            }
        }
    }

    /** A host that says in each answer who it is. */
    private static void serve(Connection connection, Head head, String name) throws IOException {
        connection.readBody(head);
        boolean asked = head.start().startsWith("GET ");
        String load = "{\"interconnects\":0,\"limit\":1000,\"store\":\"ward\",\"storing\":true}";
        boolean registers = head.start().startsWith("POST /host/interconnects HTTP");
        connection.answer(registers ? "201 Created" : "200 OK", asked ? load : name);
    }

    private static void answerRegistration(Connection connection, String status) throws IOException {
        Head head = connection.readHead();
        assertThat(head.start()).isEqualTo("POST /host/interconnects HTTP/1.1");
        connection.readBody(head);
        connection.answer(status, "{}");
    }
}
