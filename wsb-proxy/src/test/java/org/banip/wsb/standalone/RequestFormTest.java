package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** What is no request of the protocol, and never comes to the servlet. */
class RequestFormTest extends StandaloneBroker {
    @Test
    void whatIsNoRequestOfTheProtocolIsRefusedInItsWords() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        String[] malformed = {
            "nonsense",
            "GET /interconnects/x/reverse HTTP/7.3\r\nHost: x",
            "GET /interconnects/x/reverse HTTP/1.1",
            "GET // HTTP/1.1\r\nHost: x",
            "GET //interconnects/x/reverse HTTP/1.1\r\nHost: x",
            "GET /%zz HTTP/1.1\r\nHost: x",
            "GET /%00 HTTP/1.1\r\nHost: x",
            "GET /a/..;/b HTTP/1.1\r\nHost: x",
            "GET nowhere HTTP/1.1\r\nHost: x",
            "POST /interconnects HTTP/1.1\r\nHost: x\r\nContent-Length: some",
            "POST /interconnects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: none",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n" + ALICE,
            "GET / HTTP/1.1\r\nHost: x\r\n" + ALICE,
            "PATCH /interconnects HTTP/1.1\r\nHost: x\r\n" + ALICE,
        };
        for (String request : malformed) {
            assertThat(refusal(broker, request)).as(request).isEqualTo("400 malformed-request");
        }
        String[] tooLong = {
            "GET /interconnects/x/reverse HTTP/1.1\r\nHost: x\r\nX-Long: " + "a".repeat(9000),
            "GET /" + "a".repeat(9000) + " HTTP/1.1\r\nHost: x",
        };
        for (String request : tooLong) {
            assertThat(refusal(broker, request)).isEqualTo("413 too-long");
        }
    }

    private static String refusal(URI broker, String head) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.write(head + "\r\n\r\n");
            return mbu.readRefusal();
        }
    }
}
