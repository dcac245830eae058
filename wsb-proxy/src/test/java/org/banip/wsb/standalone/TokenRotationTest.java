package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** The token that the broker shows to the host. */
class TokenRotationTest extends StandaloneBroker {
    @Test
    void aChangedTokenNeedsNoRestartAndBreaksNoStream() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        try (Mbu open = Mbu.connect(broker)) {
            open.openReverse("x", ALICE);
            Connection reverse = host.nextConnection();
            assertThat(reverse.readHead().fields()).containsEntry("authorization", "Bearer 0123456789abcdef");
            reverse.answerStream();
            open.readHead();
            Files.writeString(directory.resolve("token"), "fedcba9876543210\n");
            HttpWire.await().untilAsserted(() -> {
                try (Mbu next = Mbu.connect(broker)) {
                    next.openReverse("x", ALICE);
                    assertThat(host.nextConnection().readHead().fields())
                            .containsEntry("authorization", "Bearer fedcba9876543210");
                }
            });
            reverse.writeChunk(new byte[5]);
            assertThat(open.readChunked(5)).hasSize(5);
        }
    }
}
