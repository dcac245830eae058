package org.banip.wsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.Test;

/** What becomes of requests that are malformed, or do not come to their end. */
public abstract class MalformedRequestContract extends RelayContract {
    @Test
    void theConnectionOfARequestAtFaultIsClosed() throws Exception {
        needsHttp1();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("PUT", "interconnects/x/data", ALICE);
            assertThat(mbu.readRefusal()).isEqualTo("400 malformed-request");
            assertThatBreaks(mbu);
        }
    }

    /** The first request of each pair waits for bcrypt, so another thread than the container's reads its body. */
    @Test
    void aMalformedChunkIsAnsweredAndTheConnectionClosed() throws Exception {
        needsHttp1();
        restart(Map.of());
        Map<String, String> chunks = Map.of(ALICE, "zz\r\nabc\r\n", BOB, "5\r\nabcdefgh\r\n", CAROL, "-1\r\n");
        for (Map.Entry<String, String> chunk : chunks.entrySet()) {
            for (String logIn : new String[] {"log-in is checked", "log-in was checked"}) {
                try (Mbu mbu = Mbu.connect(broker)) {
                    mbu.request("POST", "interconnects", chunk.getKey(), "Transfer-Encoding: chunked");
                    mbu.write(chunk.getValue());
                    assertMalformed(mbu, chunk.getValue() + logIn);
                }
            }
        }
    }

    @Test
    void aStreamWithAMalformedChunkIsAnsweredAndTheConnectionClosed() throws Exception {
        needsHttp1();
        restart(Map.of());
        for (String logIn : new String[] {"log-in is checked", "log-in was checked"}) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.openData(session, ALICE);
                mbu.writeChunk(new byte[100]);
                Connection data = host.nextConnection();
                data.readHead();
                data.readChunked(100);
                mbu.write("zz\r\n");
                assertMalformed(mbu, logIn);
                assertThatBreaks(data);
            }
        }
    }

    private static void assertMalformed(Mbu mbu, String what) throws IOException {
        assertThat(mbu.readRefusal()).as(what).isEqualTo("400 malformed-request");
        assertThatBreaks(mbu);
    }

    /** The name of HTTP is in upper case (RFC 9112, section 2.3). */
    @Test
    void aVersionInLowerCaseIsRefusedOrServedAsTheVersionInUpperCase() throws Exception {
        needsHttp1();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.writeHead(
                    "GET " + broker.getRawPath() + "interconnects/" + session + "/reverse http/1.1",
                    "Host: " + broker.getAuthority(),
                    ALICE);
            if (!container().takesVersionInLowerCase()) {
                Head refusal = mbu.readHead();
                assertThat(refusal.status()).isEqualTo(400);
                mbu.readBody(refusal);
                assertThatBreaks(mbu);
                assertThat(host.hasMoreConnections()).isFalse();
                return;
            }
            Connection reverse = host.nextConnection();
            Head head = reverse.readHead();
            assertThat(head.start()).isEqualTo("GET /host/interconnects/" + session + "/reverse HTTP/1.1");
            assertThat(head.fields()).containsEntry("banip-identity", "alice");
            reverse.answer("404 Not Found", "{\"error\":\"unknown-interconnect\",\"message\":\"no\"}");
            assertThat(mbu.readRefusal()).isEqualTo("404 unknown-interconnect");
        }
    }

    @Test
    void aMalformedRegistrationIsRefused() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Content-Length: 2");
            mbu.write("{}");
            assertThat(mbu.readRefusal()).isEqualTo("400 malformed-request");
        }
    }

    @Test
    void aRegistrationThatNeverEndsIsCutOff() throws Exception {
        restart(Map.of("document-millis", "300"));
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Content-Length: 1000");
            mbu.write("{");
            assertThat(mbu.readRefusal()).isEqualTo("408 silent");
            assertThatBreaks(mbu);
        }
    }

    @Test
    void aSecondAuthorizationIsRefused() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("GET", "interconnects/" + session + "/reverse", ALICE, BOB);
            assertThat(mbu.readRefusal()).isEqualTo("400 malformed-request");
        }
    }
}
