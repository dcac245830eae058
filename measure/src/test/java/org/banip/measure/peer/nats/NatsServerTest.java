package org.banip.measure.peer.nats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NatsServerTest {
    @ParameterizedTest
    @CsvSource({
        "nats-server: v2.9.10, false",
        "nats-server: v2.10.0, true",
        "nats-server: v2.15.1, true",
        "nats-server: v1.12.0, false",
        "nats-server: v3.0.0-preview, true",
        "another program, false"
    })
    void olderServersLackTheSettingForDurableAcknowledgements(String printed, boolean newEnough) {
        assertThat(NatsServer.isNewEnough(printed)).isEqualTo(newEnough);
    }
}
