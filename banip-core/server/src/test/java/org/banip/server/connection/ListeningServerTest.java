package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.junit.jupiter.api.Test;

/** What a connection costs that stays open. */
class ListeningServerTest {
    private static final int CONNECTIONS = 500;
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\nX-Name: value\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String ANSWER = "HTTP/1.1 204 No Content\r\n";

    private final ListeningServer server = new ListeningServer(
            Listening.loopback(
                    new ConnectionLimits(
                            CONNECTIONS + 10, CONNECTIONS + 10, 8_192, Duration.ofMinutes(1), Duration.ofMinutes(1)),
                    0),
            new ListeningServer.Resources("server", "test-http", 8, true, 8_192, 65_536),
            TrustedProxies.NONE,
            new NoContent());

    @Test
    void anIdleConnectionAfterSeveralRequestsTakesLittleHeap() throws Exception {
        server.start();
        List<Socket> sockets = new ArrayList<>();
        try {
            try (Socket first = connect()) {
                request(first);
            }
            long before = heapBytes();
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket socket = connect();
                sockets.add(socket);
                request(socket);
                request(socket);
            }
            assertThat((heapBytes() - before) / CONNECTIONS)
                    .as("bytes for each connection, client and server")
                    .isLessThan(30_000);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
            server.stop();
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private static void request(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST);
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as("byte after %s", head).isNotNegative();
            head.append((char) next);
        }
        assertThat(head.toString()).startsWith(ANSWER);
    }

    private static long heapBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
