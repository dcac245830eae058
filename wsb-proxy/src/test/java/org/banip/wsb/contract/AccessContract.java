package org.banip.wsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.Test;

/** Who is let in, to what, and how much of it. */
public abstract class AccessContract extends MalformedRequestContract {
    @Test
    void theHostLearnsWhoTheMbuIsFromTheBrokerOnly() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request(
                    "GET",
                    "interconnects/" + session + "/reverse",
                    "Banip-Identity: bob",
                    "banip-identity: carol",
                    ALICE,
                    "X-Forwarded-User: bob",
                    "Connection: Banip-Identity",
                    "Banip-Path: wifi",
                    "Cookie: a=b");
            Map<String, String> fields = host.nextConnection().readHead().fields();
            assertThat(fields)
                    .containsEntry("banip-identity", "alice")
                    .containsEntry("authorization", "Bearer " + TOKEN)
                    .containsEntry("banip-path", "wifi")
                    .doesNotContainKeys("x-forwarded-user", "cookie", "accept-encoding");
        }
    }

    @Test
    void allFieldsThatNameAPathArePassedOn() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("GET", "interconnects/" + session + "/reverse", ALICE, "Banip-Path: wifi", "banip-path: lte");
            assertThat(host.nextConnection().readHead().fields()).containsEntry("banip-path", "wifi, lte");
        }
    }

    @Test
    void fieldsOfWhichThereMayBeOneArePassedOnOnce() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request(
                    "GET",
                    "interconnects/" + session + "/reverse",
                    ALICE,
                    "User-Agent: one",
                    "User-Agent: two",
                    "Content-Type: text/one",
                    "content-type: text/two",
                    "Content-Digest: sha-512=:AA==:",
                    "Content-Digest: sha-256=:BB==:");
            assertThat(host.nextConnection().readHead().fields())
                    .containsEntry("user-agent", "one")
                    .containsEntry("content-type", "text/one")
                    .containsEntry("content-digest", "sha-512=:AA==:, sha-256=:BB==:");
        }
    }

    @Test
    void aDigestInASecondFieldIsComparedToo() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE, "Content-Digest: sha-512=:AA==:", "Content-Digest: sha-256=:AA==:");
            assertThat(mbu.readRefusal()).isEqualTo("400 checksum-mismatch");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void digestsOfDocumentsPassBothWays() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("GET", "interconnects/" + session + "/reverse", ALICE, "Content-Digest: sha-256=:AA==:");
            Connection connection = host.nextConnection();
            assertThat(connection.readHead().fields()).containsEntry("content-digest", "sha-256=:AA==:");
            connection.answer(
                    "404 Not Found",
                    "{\"error\":\"unknown-interconnect\",\"message\":\"no\"}",
                    "Content-Digest: sha-256=:BB==:");
            assertThat(mbu.readHead().fields()).containsEntry("content-digest", "sha-256=:BB==:");
        }
    }

    @Test
    void aBanThatIsNotGrantedIsForbidden() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "bob", ALICE);
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void anotherMbusInterconnectIsForbidden() throws Exception {
        register(session, "alice", ALICE);
        for (String request : new String[] {"POST /data", "GET /reverse", "DELETE "}) {
            try (Mbu mbu = Mbu.connect(broker)) {
                String[] parts = request.split(" ", -1);
                mbu.request(parts[0], "interconnects/" + session + parts[1], BOB);
                assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
            }
        }
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "bob", BOB);
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }

    @Test
    void afterARestartTheHostDecidesWhoseInterconnectItIs() throws Exception {
        register(session, "alice", ALICE);
        restart(Map.of());
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, BOB);
            Connection reverse = host.nextConnection();
            assertThat(reverse.readHead().fields()).containsEntry("banip-identity", "bob");
            reverse.answer("403 Forbidden", "{\"error\":\"forbidden\",\"message\":\"no\"}");
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
        }
    }

    @Test
    void wrongCredentialsAreRefused() throws Exception {
        String[] pairs = {"alice:bob's password", "nobody:alice's password", "alice:", ":", "no colon", "a b:x"};
        for (String pair : pairs) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.openReverse(session, Mbu.basic(pair));
                Head head = mbu.readHead();
                assertThat(head.status()).as(pair).isEqualTo(401);
                assertThat(head.fields()).containsEntry("www-authenticate", "Basic realm=\"BANip\", charset=\"UTF-8\"");
                assertThat(mbu.readBody(head))
                        .contains("\"error\":\"unauthenticated\"", "\"message\":\"wrong user or password\"");
            }
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }

    @Test
    void missingOrMalformedCredentialsAreRefused() throws Exception {
        String[] fields = {"Accept: x", "Authorization: Basic", "Authorization: Basic !!!", "Authorization: Bearer abc"
        };
        try (Mbu mbu = Mbu.connect(broker)) {
            for (String field : fields) {
                mbu.openReverse(session, field);
                assertThat(mbu.readRefusal()).as(field).isEqualTo("401 unauthenticated");
            }
            // The connection is still good for the right ones.
            mbu.openReverse(session, ALICE);
            host.nextConnection().readHead();
        }
    }

    @Test
    void anEndlessBodyWithoutCredentialsIsAnsweredAtOnceAndClosed() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, "Accept: x");
            mbu.writeChunk(new byte[1000]);
            Head head = mbu.readHead();
            assertThat(head.status()).isEqualTo(401);
            assertThat(head.fields()).containsEntry("connection", "close");
            assertThat(mbu.readBody(head)).contains("unauthenticated", "user and password are missing");
            assertThatBreaks(mbu);
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void whatIsNoResourceOfTheProtocolIsNotRelayed() throws Exception {
        String[] requests = {
            "GET ",
            "GET interconnects",
            "PUT interconnects/x/data",
            "POST interconnects/x",
            "GET interconnects/x/data",
            "GET interconnects/x/reverse/",
            "GET interconnects/x/reverse?a=b",
            "GET interconnects/x;a=b/reverse",
            "GET interconnects/../secret/reverse",
            "GET interconnects/x/%2e%2e/reverse",
            "GET interconnects/x%2Fy/reverse",
            "GET interconnects//reverse",
            "GET other/x/reverse",
            "OPTIONS interconnects",
            "TRACE interconnects/x/reverse"
        };
        for (String request : requests) {
            try (Mbu mbu = Mbu.connect(broker)) {
                String[] parts = request.split(" ", -1);
                mbu.request(parts[0], parts[1], ALICE);
                assertThat(mbu.readHead().status()).as(request).isBetween(400, 405);
            }
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }

    @Test
    void aRegistrationThatIsTooLongIsRefused() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Transfer-Encoding: chunked");
            byte[] blanks = new byte[8192];
            Arrays.fill(blanks, (byte) ' ');
            for (int sent = 0; sent <= 262_144; sent += blanks.length) {
                mbu.writeChunk(blanks);
            }
            assertThat(mbu.readRefusal()).isEqualTo("413 too-long");
        }
    }

    @Test
    void aRegistrationIsJudgedInTheProtocolsOrder() throws Exception {
        String forged = "x\\nWARN forged \\u001b[31m" + "y".repeat(200_000);
        String[][] cases = {
            {"{\"session\":1,\"ban\":2}", "400 malformed-request"},
            {"{\"protocol\":2,\"session\":1,\"ban\":2}", "400 unsupported-version"},
            {"{\"protocol\":1,\"session\":\"X\",\"ban\":{\"id\":\"alice\"}}", "400 malformed-request"},
            {
                "{\"protocol\":1,\"session\":\"" + session + "\",\"ban\":{\"id\":\"" + forged + "\"}}",
                "422 invalid-description"
            },
        };
        for (String[] document : cases) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.request("POST", "interconnects", ALICE, "Content-Length: " + document[0].length());
                mbu.write(document[0]);
                Head head = mbu.readHead();
                String body = mbu.readBody(head);
                assertThat(head.status() + " " + body.replaceAll(".*\"error\":\"([a-z-]+)\".*", "$1"))
                        .isEqualTo(document[1]);
                assertThat(body).hasSizeLessThan(400);
            }
        }
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Content-Digest: sha-256=:AAAA:", "Content-Length: 2");
            mbu.write("{}");
            assertThat(mbu.readRefusal()).isEqualTo("400 checksum-mismatch");
        }
    }

    @Test
    void oneIdentityCannotTakeAllRequests() throws Exception {
        restart(Map.of("requests-per-identity", "2"));
        try (Mbu first = Mbu.connect(broker);
                Mbu second = Mbu.connect(broker);
                Mbu third = Mbu.connect(broker);
                Mbu other = Mbu.connect(broker)) {
            first.openReverse(session, ALICE);
            Connection one = host.nextConnection();
            second.openReverse(session, ALICE);
            host.nextConnection();
            third.openReverse(session, ALICE);
            assertThat(third.readRefusal()).isEqualTo("503 limit-reached");
            other.openReverse(Mbu.newSession(), BOB);
            host.nextConnection();
            // Room again when one ends.
            one.readHead();
            one.answer("404 Not Found", "{}", "Connection: close");
            assertThat(first.readHead().status()).isEqualTo(404);
            host.serve((connection, head) -> connection.answer("404 Not Found", "{}"));
            HttpWire.await().until(() -> {
                try (Mbu another = Mbu.connect(broker)) {
                    another.openReverse(session, ALICE);
                    return another.readHead().status() == 404;
                }
            });
        }
    }

    /** With HTTP/2 each has two data requests and a reverse channel. */
    @Test
    void allPathsOfAnMbuHaveRoomByDefault() throws Exception {
        List<Mbu> open = new ArrayList<>();
        try {
            for (int request = 0; request < 16 * 3; request++) {
                Mbu path = Mbu.connect(broker);
                open.add(path);
                path.openReverse(session, ALICE);
                host.nextConnection();
            }
        } finally {
            for (Mbu path : open) {
                path.close();
            }
        }
    }

    @Test
    void moreRequestsThanTheBrokerTakesAreRefused() throws Exception {
        restart(Map.of("requests", "1"));
        try (Mbu first = Mbu.connect(broker);
                Mbu second = Mbu.connect(broker)) {
            first.openReverse(session, ALICE);
            host.nextConnection();
            second.openReverse(session, BOB);
            assertThat(second.readRefusal()).isEqualTo("503 limit-reached");
        }
    }
}
