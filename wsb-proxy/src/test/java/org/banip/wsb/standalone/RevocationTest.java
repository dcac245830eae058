package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.banip.core.interconnect.HeaderCheck;
import org.banip.server.client.Soon;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** Who loses credentials or grants loses open streams, and nobody else does. */
class RevocationTest extends StandaloneBroker {
    private static final String BOB = Mbu.basic("bob", "bob's password");

    private URI broker;

    private void begin(Map<String, String> more) {
        Map<String, String> settings = new java.util.HashMap<>(Map.of("recheck-millis", "100"));
        settings.putAll(more);
        new PasswordFile(directory.resolve("passwords")).set("bob", "bob's password".toCharArray(), 4);
        broker = start(BrokerSettings.CONNECTION_LIMITS, settings);
    }

    private Connection openReverse(Mbu mbu, String session, String credentials, String... answer) throws Exception {
        mbu.openReverse(session, credentials);
        Connection reverse = host.nextConnection();
        reverse.readHead();
        reverse.answerStream(answer);
        assertThat(mbu.readHead().status()).isEqualTo(200);
        return reverse;
    }

    private Connection openData(Mbu mbu, String session, String credentials) throws Exception {
        mbu.openData(session, credentials);
        mbu.writeChunk(new byte[10]);
        Connection data = host.nextConnection();
        data.readHead();
        data.readChunked(10);
        return data;
    }

    private static void assertThatBreaks(HttpWire wire) {
        try {
            assertThat(wire.isAtEnd()).isTrue();
        } catch (IOException e) {
            // A reset is an end.
        }
    }

    /** The log of this run. */
    private List<String> audited(String event) throws IOException {
        return Files.readAllLines(directory.resolve("audit").resolve("audit-000001.jsonl")).stream()
                .filter(line -> line.contains("\"event\":\"" + event + "\""))
                .toList();
    }

    @Test
    void theAuditLogTellsWhoseStreamEndedAndEachLogInThatWasRefused() throws Exception {
        begin(Map.of("audit", directory.resolve("audit").toString()));
        int refused = 0;
        String error = "";
        while (!error.equals("limit-reached")) { // after some guesses each of them has to wait
            try (Mbu guessing = Mbu.connect(broker)) {
                guessing.openReverse("x", Mbu.basic("bob", "guess " + refused++));
                error = guessing.readRefusal().substring(4);
            }
        }
        try (Mbu up = Mbu.connect(broker)) {
            Connection data = openData(up, "x", ALICE);
            new PasswordFile(directory.resolve("passwords")).remove("alice");
            assertThat(up.readRefusal()).isEqualTo("401 unauthenticated");
            assertThatBreaks(data);
        }
        int expected = refused;
        Soon.within(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(audited("log-in-refused"))
                    .hasSize(expected)
                    .allMatch(line -> line.contains("\"who\":\"bob\",\"by\":\"password\""));
            assertThat(audited("revoked"))
                    .singleElement()
                    .asString()
                    .contains("\"who\":\"alice\",\"by\":\"password\",\"from\":\"127.0.0.1\"");
        });
        assertThat(audited("refused")).isEmpty();
    }

    @Test
    void aRemovedUsersStreamsEnd() throws Exception {
        begin(Map.of());
        try (Mbu up = Mbu.connect(broker);
                Mbu down = Mbu.connect(broker);
                Mbu other = Mbu.connect(broker)) {
            Connection data = openData(up, "x", ALICE);
            Connection reverse = openReverse(down, "x", ALICE);
            Connection others = openReverse(other, "y", BOB);
            new PasswordFile(directory.resolve("passwords")).remove("alice");
            assertThat(up.readRefusal()).isEqualTo("401 unauthenticated");
            assertThatBreaks(down);
            assertThatBreaks(data);
            assertThatBreaks(reverse);
            assertThat(container.broker().counters().revoked()).isEqualTo(2);
            others.writeChunk(new byte[77]);
            assertThat(other.readChunked(77)).hasSize(77);
        }
        try (Mbu again = Mbu.connect(broker)) {
            again.openReverse("x", ALICE);
            assertThat(again.readRefusal()).isEqualTo("401 unauthenticated");
        }
    }

    @Test
    void aTakenGrantEndsTheStreamsOfItsBan() throws Exception {
        Path grants = Files.writeString(directory.resolve("grants"), "*: @self ward-*\n");
        begin(Map.of("grants-file", grants.toString()));
        String ward = Mbu.newSession();
        String own = Mbu.newSession();
        register(ward, "ward-1");
        register(own, "alice");
        try (Mbu up = Mbu.connect(broker);
                Mbu down = Mbu.connect(broker);
                Mbu kept = Mbu.connect(broker)) {
            openData(up, ward, ALICE);
            openReverse(down, ward, ALICE);
            Connection reverse = openReverse(kept, own, ALICE);
            Files.writeString(grants, "*: @self\n");
            assertThat(up.readRefusal()).isEqualTo("403 forbidden");
            assertThatBreaks(down);
            reverse.writeChunk(new byte[77]);
            assertThat(kept.readChunked(77)).hasSize(77);
        }
        try (Mbu again = Mbu.connect(broker)) {
            again.openReverse(ward, ALICE);
            assertThat(again.readRefusal()).isEqualTo("403 forbidden");
        }
    }

    /** After a restart of the broker only the host knows it. */
    @Test
    void theHostTellsWhichBanAStreamIsOf() throws Exception {
        Path grants = Files.writeString(directory.resolve("grants"), "*: @self ward-*\n");
        begin(Map.of("grants-file", grants.toString()));
        try (Mbu up = Mbu.connect(broker);
                Mbu down = Mbu.connect(broker)) {
            openData(up, "x", ALICE);
            openReverse(down, "x", ALICE, "Banip-Ban: ward-1");
            Files.writeString(grants, "*: @self\n");
            assertThat(up.readRefusal()).isEqualTo("403 forbidden");
            assertThatBreaks(down);
        }
    }

    /** A byte that is damaged between host and broker must not take an MBU's right away. */
    @Test
    void aDamagedNameOfABanIsNotBelieved() throws Exception {
        Path grants = Files.writeString(directory.resolve("grants"), "*: @self ward-*\n");
        begin(Map.of("grants-file", grants.toString()));
        String check = HeaderCheck.HEADER + ": " + HeaderCheck.of("ward-1");
        try (Mbu up = Mbu.connect(broker);
                Mbu down = Mbu.connect(broker)) {
            Connection data = openData(up, "x", ALICE);
            Connection reverse = openReverse(down, "x", ALICE, "Banip-Ban: wasd-1", check);
            answerQuestion("Banip-Ban: wasd-1", check, "Connection: close");
            answerQuestion("Banip-Ban: ward-1", check);
            up.writeChunk(new byte[10]);
            assertThat(data.readChunked(10)).hasSize(10);
            reverse.writeChunk(new byte[77]);
            assertThat(down.readChunked(77)).hasSize(77);
            Files.writeString(grants, "*: @self\n");
            assertThat(up.readRefusal()).isEqualTo("403 forbidden");
        }
    }

    /** A client that opens no reverse channel gets no answer whose head could tell it. */
    @Test
    void theHostIsAskedForTheBanOfADataRequestWithoutEnd() throws Exception {
        Path grants = Files.writeString(directory.resolve("grants"), "*: @self ward-*\n");
        begin(Map.of("grants-file", grants.toString()));
        try (Mbu up = Mbu.connect(broker)) {
            Connection data = openData(up, "x", ALICE);
            Connection question = host.nextQuestion();
            HttpWire.Head head = question.readHead();
            assertThat(head.start()).isEqualTo("GET /host/interconnects/x HTTP/1.1");
            assertThat(head.fields()).containsEntry("banip-identity", "alice");
            question.answer("204 No Content", "", "Banip-Ban: ward-1");
            up.writeChunk(new byte[10]);
            assertThat(data.readChunked(10)).hasSize(10);
            Files.writeString(grants, "*: @self\n");
            assertThat(up.readRefusal()).isEqualTo("403 forbidden");
            assertThatBreaks(data);
        }
    }

    private void answerQuestion(String... fields) throws Exception {
        Connection question = host.nextQuestion();
        question.readHead();
        question.answer("204 No Content", "", fields);
    }

    private void register(String session, String ban) throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, ban, ALICE);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("201 Created", "{}", "Connection: close");
            assertThat(mbu.readHead().status()).isEqualTo(201);
        }
    }
}
