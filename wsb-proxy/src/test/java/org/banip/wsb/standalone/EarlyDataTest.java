package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that somebody on the way may have recorded and sent again (docs/protocol.md, section 2.8). */
class EarlyDataTest extends StandaloneBroker {
    private static final String EARLY = "Early-Data: 1";

    private final String session = Mbu.newSession();

    private URI startRegistered() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS, Map.of());
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            Connection connection = host.nextConnection();
            Head head = connection.readHead();
            connection.readBody(head);
            connection.answer("201 Created", "{}", "Connection: close");
            assertThat(mbu.readHead().status()).isEqualTo(201);
        }
        return broker;
    }

    @ParameterizedTest
    @CsvSource({"POST, data", "POST, duplex", "GET, reverse"})
    void theHostIsToldThatARequestMayBeAReplay(String method, String resource) throws Exception {
        URI broker = startRegistered();
        try (Mbu mbu = Mbu.connect(broker)) {
            if (method.equals("GET")) {
                mbu.request(method, "interconnects/" + session + "/" + resource, ALICE, EARLY);
            } else {
                mbu.request(
                        method,
                        "interconnects/" + session + "/" + resource,
                        ALICE,
                        EARLY,
                        "Content-Type: application/vnd.banip.frames",
                        "Transfer-Encoding: chunked");
                mbu.writeChunk(new byte[10]);
            }
            Head head = host.nextConnection().readHead();
            assertThat(head.start()).endsWith("/" + resource + " HTTP/1.1");
            assertThat(head.fields()).containsEntry("early-data", "1");
        }
    }

    @Test
    void aRegistrationIsTooEarlyAndDoesNotReachTheHost() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS, Map.of());
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE, EARLY);
            assertThat(mbu.readRefusal()).isEqualTo("425 too-early");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void aDeregistrationIsTooEarlyAndDoesNotReachTheHost() throws Exception {
        URI broker = startRegistered();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("DELETE", "interconnects/" + session, ALICE, EARLY);
            assertThat(mbu.readRefusal()).isEqualTo("425 too-early");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }
}
