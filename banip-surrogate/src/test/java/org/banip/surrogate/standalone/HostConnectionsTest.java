package org.banip.surrogate.standalone;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a stand-alone host allows a connection that has no request. */
@Timeout(120)
class HostConnectionsTest {
    @TempDir
    private Path directory;

    @Test
    void aHeadThatIsLateIsAnsweredAndItsConnectionClosed() throws Exception {
        HostServerSettings settings =
                HostServerSettings.builder().head(Duration.ofSeconds(1)).build();
        try (RunningHost host = host(settings)) {
            String answer = answerOfALateHead(host);
            while (answer.isEmpty()) { // on a busy machine the time may be over before the head has begun
                answer = answerOfALateHead(host);
            }
            assertThat(answer).startsWith("HTTP/1.1 408 ").contains("\"error\":\"silent\"");
        }
    }

    private static String answerOfALateHead(RunningHost host) throws IOException {
        try (Socket slow =
                new Socket(InetAddress.getLoopbackAddress(), host.base().getPort())) {
            slow.getOutputStream().write("POST /interconnects HTTP/1.1\r\nHost: x\r\nX-Slow: ".getBytes(US_ASCII));
            return all(slow);
        } catch (SocketException e) {
            return ""; // it was closed while the head was written
        }
    }

    @Test
    void aConnectionTooManyIsRefusedAtOnce() throws Exception {
        try (RunningHost host = host(HostServerSettings.builder().connections(1).build());
                Socket first =
                        new Socket(InetAddress.getLoopbackAddress(), host.base().getPort())) {
            first.getOutputStream().write("GET /interconnects HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            assertThat(first.getInputStream().read()).isEqualTo('H');
            try (Socket second =
                    new Socket(InetAddress.getLoopbackAddress(), host.base().getPort())) {
                assertThat(all(second)).startsWith("HTTP/1.1 503 ").contains("\"error\":\"limit-reached\"");
            }
        }
    }

    private RunningHost host(HostServerSettings settings) throws Exception {
        return RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> {}, settings);
    }

    private static String all(Socket socket) throws IOException {
        // Only so that a failing test ends.
        socket.setSoTimeout(60_000);
        return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
}
