package org.banip.measure.faults.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultRelayTest {
    private static final int SHORT_MILLIS = 200;
    private static final int LONG_MILLIS = 30_000;

    private final ServerSocket server = server();
    private FaultRelay relay;
    private Socket client;
    private Socket accepted;

    private static ServerSocket server() {
        try {
            return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void connect() throws IOException {
        relay = new FaultRelay();
        relay.target(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"));
        client = connection();
        accepted = server.accept();
        accepted.setSoTimeout(LONG_MILLIS);
        assertPasses();
    }

    private Socket connection() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.uri().getPort());
        socket.setSoTimeout(LONG_MILLIS);
        return socket;
    }

    private void assertPasses() throws IOException {
        client.getOutputStream().write(17);
        assertThat(accepted.getInputStream().read()).isEqualTo(17);
        accepted.getOutputStream().write(18);
        assertThat(client.getInputStream().read()).isEqualTo(18);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        accepted.close();
        relay.close();
        server.close();
    }

    @Test
    void aCutEndsAllConnectionsAndNewOnesUntilItIsHealed() throws IOException {
        relay.cut();
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(accepted.getInputStream().read()).isEqualTo(-1);
        try (Socket refused = connection()) {
            assertThat(refused.getInputStream().read()).isEqualTo(-1);
        }
        relay.heal();
        client = connection();
        accepted = server.accept();
        assertPasses();
    }

    @Test
    void whatIsSentDuringAStallComesLater() throws IOException {
        relay.stall();
        client.getOutputStream().write(19);
        accepted.setSoTimeout(SHORT_MILLIS);
        assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        relay.heal();
        accepted.setSoTimeout(LONG_MILLIS);
        assertThat(accepted.getInputStream().read()).isEqualTo(19);
        assertPasses();
    }

    @Test
    void aResetBreaksAllConnectionsAndNewOnesPass() throws IOException {
        relay.reset();
        assertThatIOException().isThrownBy(() -> client.getInputStream().read()).withMessageContaining("reset");
        assertThatIOException()
                .isThrownBy(() -> accepted.getInputStream().read())
                .withMessageContaining("reset");
        client = connection();
        accepted = server.accept();
        assertPasses();
    }

    @Test
    void onAHalfOpenConnectionBytesVanishAndNoEndLearnsOfTheOthersEnd() throws IOException {
        relay.halfOpen();
        client.getOutputStream().write(20);
        client.close();
        relay.heal();
        accepted.setSoTimeout(SHORT_MILLIS);
        assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        accepted.getOutputStream().write(21);
        accepted.close();
        client = connection();
        accepted = server.accept();
        assertPasses();
    }

    @Test
    void asManyBitsFlipAsWereAskedFor() throws IOException {
        relay.damage(3, 1);
        int flipped = 0;
        while (relay.flipped() < 3) {
            client.getOutputStream().write(0);
            flipped += Integer.bitCount(accepted.getInputStream().read());
        }
        assertThat(flipped).isEqualTo(3);
        assertPasses();
    }

    @Test
    void theServerMayMove() throws IOException {
        try (ServerSocket other = server()) {
            relay.target(URI.create("http://127.0.0.1:" + other.getLocalPort() + "/"));
            client.close();
            assertThat(accepted.getInputStream().read()).isEqualTo(-1);
            client = connection();
            accepted = other.accept();
            assertPasses();
        }
    }
}
