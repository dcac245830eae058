package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.wsb.contract.AccessContract;
import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

class StandaloneAccessTest extends AccessContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(BrokerSettings.CONNECTION_LIMITS);
    }

    /** A servlet container answers in its own way, or closes the connection at once. */
    @Test
    void aMalformedChunkIsAnsweredAndTheConnectionClosed() throws Exception {
        for (String chunk : new String[] {"zz\r\nabc\r\n", "5\r\nabcdefgh\r\n", "-1\r\n"}) {
            try (Mbu mbu = Mbu.connect(broker())) {
                mbu.request(
                        "POST", "interconnects", Mbu.basic("alice", "alice's password"), "Transfer-Encoding: chunked");
                mbu.write(chunk);
                assertThat(mbu.readRefusal()).as(chunk).isEqualTo("400 malformed-request");
                assertThatBreaks(mbu);
            }
        }
    }
}
