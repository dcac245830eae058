package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.banip.server.client.UnreadAnswers;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** Connections whose answers nobody reads hold no thread of the broker, and not for long a place. */
class UnreadAnswersTest extends StandaloneBroker {
    /** More than the broker has threads. */
    private static final int CONNECTIONS = 100;

    private static final int REQUESTS = 1500;

    @Test
    void anMbuIsServedWhileNobodyReadsTheRefusalsOfAHundredConnections() throws Exception {
        URI broker = start(
                BrokerSettings.CONNECTION_LIMITS, Map.of("linger-millis", "10000", "socket-buffer-bytes", "4096"));
        byte[] requests = "GET /interconnects/x/reverse HTTP/1.1\r\nHost: x\r\n\r\n"
                .repeat(REQUESTS)
                .getBytes(StandardCharsets.US_ASCII);
        try (UnreadAnswers unread = new UnreadAnswers(broker)) {
            HttpWire.await().until(() -> {
                // On a busy machine the first are closed before the last are served.
                for (int open = unread.openConnections(); open < CONNECTIONS; open++) {
                    unread.pipeline(requests);
                }
                return container.broker().counters().active() == CONNECTIONS;
            });
            registerAndStream(broker);
            HttpWire.await().until(() -> !unread.anyIsOpen());
        }
        assertThat(container.broker().counters().requests()).isLessThan((long) CONNECTIONS * REQUESTS);
        HttpWire.await().until(() -> container.broker().counters().active() == 0);
    }

    private void registerAndStream(URI broker) throws Exception {
        String session = Mbu.newSession();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("201 Created", "{}", "Connection: close");
            assertThat(mbu.readBody(mbu.readHead())).isEqualTo("{}");
        }
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, ALICE);
            Connection data = host.nextConnection();
            data.readHead();
            for (int length = 1; length <= 100; length++) {
                byte[] frame = new byte[length];
                frame[length - 1] = (byte) length;
                mbu.writeChunk(frame);
                assertThat(data.readChunked(length)).isEqualTo(frame);
            }
            mbu.writeLastChunk();
            assertThat(data.readChunk()).isEmpty();
            data.answer("200 OK", "acknowledged");
            assertThat(mbu.readBody(mbu.readHead())).isEqualTo("acknowledged");
        }
    }
}
