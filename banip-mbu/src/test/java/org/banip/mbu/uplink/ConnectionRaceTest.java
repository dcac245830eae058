package org.banip.mbu.uplink;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.testhost.SilentPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to a name with several addresses. An attempt that gets no answer ends after an hour, so only a race ends in time. */
@Timeout(300)
class ConnectionRaceTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String GOOD = "127.0.0.1";
    private static final String REFUSING = "127.0.0.3";
    private static final int TLS_HANDSHAKE = 0x16;

    private ServerSocket server;

    /** Answers each request without a body, one on each connection, with 204. */
    @BeforeEach
    void startServer() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "server");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                skipRequest(new DataInputStream(socket.getInputStream()));
                socket.getOutputStream()
                        .write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            } catch (IOException e) {
                // this connection broke, or the server was closed
            }
        }
    }

    /** Leaves nothing unread, so that the answer arrives before the end of the connection. */
    private static void skipRequest(DataInputStream in) throws IOException {
        int last = in.readUnsignedByte();
        if (last == TLS_HANDSHAKE) {
            in.readFully(new byte[2]);
            in.readFully(new byte[in.readUnsignedShort()]);
            return;
        }
        for (int lines = 0; lines < 2; ) {
            last = in.readUnsignedByte();
            lines = last == '\n' ? lines + 1 : last == '\r' ? lines : 0;
        }
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        server.close();
        await("no attempt is left")
                .atMost(Duration.ofMinutes(1))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("banip-connect")));
    }

    private static AddressOrder order(String... addresses) throws IOException {
        InetAddress[] all = new InetAddress[addresses.length];
        for (int a = 0; a < addresses.length; a++) {
            all[a] = InetAddress.getByName(addresses[a]);
        }
        return new AddressOrder(name -> all);
    }

    private HttpTransport transport(String scheme, AddressOrder order) {
        URI base = URI.create(scheme + "://broker.test:" + server.getLocalPort() + "/");
        HttpSettings settings = HttpSettings.builder().connectTimeout(HOUR).build();
        return new HttpTransport(
                new UplinkContext(
                        base, Credentials.none(), settings, SteadyClock.system(), new UplinkContext.Traffic(), "race"),
                order);
    }

    private int request(HttpTransport transport, String scheme) throws IOException {
        HttpDelete request = new HttpDelete(scheme + "://broker.test:" + server.getLocalPort() + "/");
        return transport.executeWithin(request, HOUR, answer -> answer.getCode());
    }

    /** Somebody else may have the server's port at the other address. */
    private Optional<SilentPort> silent(String address) throws IOException {
        try {
            return Optional.of(SilentPort.at(InetAddress.getByName(address), server.getLocalPort()));
        } catch (BindException e) {
            return Optional.empty();
        }
    }

    private SilentPort surelySilent(String address) throws IOException {
        Optional<SilentPort> silent = silent(address);
        while (!silent.isPresent()) {
            server.close();
            startServer();
            silent = silent(address);
        }
        return silent.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "127.0.0.2"})
    void addressThatDoesNotAnswerIsNotWaitedForAndTheOneThatDidGoesFirst(String mute) throws Exception {
        AddressOrder order = order(mute, GOOD);
        try (SilentPort silent = surelySilent(mute);
                HttpTransport transport = transport("http", order)) {
            assertThat(silent.port()).isEqualTo(server.getLocalPort());
            assertThat(request(transport, "http")).isEqualTo(204);
            assertThat(order.of("broker.test", Optional.empty()).get(0)).isEqualTo(InetAddress.getLoopbackAddress());
            assertThat(request(transport, "http")).isEqualTo(204);
        }
    }

    @Test
    void addressThatRefusesIsFollowedByTheNext() throws Exception {
        try (HttpTransport transport = transport("http", order(REFUSING, "127.0.0.4", GOOD))) {
            assertThat(request(transport, "http")).isEqualTo(204);
        }
    }

    @Test
    void whereAllRefuseTheBrokerIsNamed() throws Exception {
        try (HttpTransport transport = transport("http", order(REFUSING, "127.0.0.4"))) {
            assertThatThrownBy(() -> request(transport, "http"))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("cannot connect to http://broker.test:");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answerThatIsNoTlsIsToldRatherThanARefusal(boolean refusedFirst) throws Exception {
        AddressOrder order = refusedFirst ? order(REFUSING, GOOD) : order(GOOD, REFUSING);
        try (HttpTransport transport = transport("https", order)) {
            assertThatThrownBy(() -> request(transport, "https")).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void closingTheUplinkEndsAllAttempts() throws Exception {
        try (SilentPort silent = surelySilent("127.0.0.2")) {
            assertThat(silent.port()).isEqualTo(server.getLocalPort());
            HttpTransport transport = transport("http", order("127.0.0.2", REFUSING));
            CompletableFuture<Integer> asked = CompletableFuture.supplyAsync(() -> {
                try {
                    return request(transport, "http");
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            transport.close();
            assertThatThrownBy(asked::get).isInstanceOf(ExecutionException.class);
        }
    }
}
