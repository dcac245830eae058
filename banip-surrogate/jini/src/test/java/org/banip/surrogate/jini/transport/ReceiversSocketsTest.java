package org.banip.surrogate.jini.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A broker and a host in one JVM: each uses its own transport, and closes it. */
class ReceiversSocketsTest {
    private final ReceiversSockets sockets = new ReceiversSockets();
    private final Transport tls = TestTls.transport(new TlsContexts(() -> {
        throw new AssertionError("nobody connects");
    }));
    private final Transport plain = Transport.loopback();

    private boolean connectByTls() throws IOException {
        try (Socket socket = sockets.createSocket()) {
            return socket instanceof SecuredSocket;
        }
    }

    @AfterEach
    void close() {
        tls.close();
        plain.close();
    }

    @Test
    void transportOfBeforeIsUsedWhenTheLatestIsClosed() throws IOException {
        tls.connectReceived();
        plain.connectReceived();
        assertThat(connectByTls()).isFalse();

        plain.close();

        assertThat(connectByTls()).isTrue();
        plain.connectReceived(); // too late
        assertThat(connectByTls()).isTrue();
        tls.close();
        assertThat(connectByTls()).isFalse();
    }

    @Test
    void transportThatIsClosedBeforeTheLatestIsNotUsedAgain() throws IOException {
        tls.connectReceived();
        plain.connectReceived();

        tls.close();
        plain.close();

        assertThat(connectByTls()).isFalse();
    }
}
