package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.banip.server.log.HeardLog;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** A log-in whose comparison ends after the request was answered: by then the container may use the request for another one. */
class LateLogInTest extends StandaloneBroker {
    /** A comparison takes about fifty times the time for a request, so that a pause of the timer changes nothing. */
    private static final int COST = 14;

    private static final String BOB = Mbu.basic("bob", "bob's password");

    @Test
    void requestThatIsAnsweredAlreadyIsLeftAloneWhenItsLogInIsDone() throws Exception {
        new PasswordFile(directory.resolve("passwords")).set("bob", "bob's password".toCharArray(), COST);
        try (HeardLog log = new HeardLog()) {
            URI broker = start(BrokerSettings.CONNECTION_LIMITS, Map.of("document-millis", "20"));
            String session = Mbu.newSession();
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.register(session, "bob", BOB);
                assertThat(mbu.readRefusal()).contains("silent");
            }
            // Waits for the same comparison, since equal attempts are compared once; then the password is proven.
            for (int request = 0; request < 3; request++) {
                try (Mbu mbu = Mbu.connect(broker)) {
                    mbu.openReverse(session, BOB);
                    TestHost.Connection connection = host.nextConnection();
                    assertThat(connection.readHead().start()).startsWith("GET ");
                }
            }
            assertThat(log.errors()).isEmpty();
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }
}
