package org.banip.surrogate.jini.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocket;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at a socket that talks TLS. */
@Timeout(180)
class BoundedServerSocketTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final Duration EVER = Duration.ofDays(1);
    /** Mostly long enough for a byte, also on a busy machine. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    @TempDir
    private static Path directory;

    private static TestTls tls;

    private final RefusedConnections refused = new RefusedConnections("127.0.0.1", "jini-connections");
    private final ExecutorService readers = Executors.newCachedThreadPool();

    @BeforeAll
    static void makeKeys() throws Exception {
        tls = new TestTls(directory);
    }

    @AfterEach
    void endReaders() {
        readers.shutdownNow();
    }

    private BoundedServerSocket listen(ListeningBounds bounds) throws IOException {
        return listen(bounds, Optional.of(tls.contexts("host")));
    }

    private BoundedServerSocket listen(ListeningBounds bounds, Optional<TlsContexts> secured) throws IOException {
        Transport transport = new Transport("127.0.0.1", 16, secured);
        BoundedServerSocket server =
                new BoundedServerSocket(new InetSocketAddress(HERE, 0), 16, bounds, transport, refused);
        Future<?> unused = readers.submit(() -> acceptAll(server));
        return server;
    }

    /** Answers each connection on a thread of its own: sends back what comes. */
    private void acceptAll(BoundedServerSocket server) {
        try {
            while (true) {
                Socket accepted = server.accept();
                Future<?> unused = readers.submit(() -> {
                    try (accepted) {
                        return accepted.getInputStream().transferTo(accepted.getOutputStream());
                    }
                });
            }
        } catch (IOException e) {
            assertThat(server.isClosed()).isTrue();
        }
    }

    private static Socket connected(BoundedServerSocket server, String from) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress(HERE, server.getLocalPort()));
        socket.setSoTimeout((int) Patience.LIMIT.toMillis());
        return socket;
    }

    private static SSLSocket served(BoundedServerSocket server, String from) throws IOException {
        SSLSocket secured =
                (SSLSocket) tls.sockets("client").createSocket(connected(server, from), "127.0.0.1", 0, true);
        secured.getOutputStream().write('x');
        assertThat(secured.getInputStream().read()).isEqualTo('x');
        return secured;
    }

    @Test
    void handshakeThatGoesOnByteByByteEnds() throws Exception {
        BoundedServerSocket server = listen(new ListeningBounds(4, 4, 4, Duration.ofMillis(500), EVER));
        try (Socket slow = connected(server, "127.0.0.1")) {
            slow.getOutputStream().write(new byte[] {22, 3, 1, 64, 0}); // a record of 16,384 bytes begins
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                while (true) {
                    slow.getOutputStream().write(1);
                    Thread.sleep(100);
                }
            });
            await().untilAsserted(() -> assertThat(refused.withoutTls()).isEqualTo(1));
        } finally {
            server.closeAll();
        }
    }

    @Test
    void strangersOfOneAddressOccupyOnlyTheirShare() throws Exception {
        BoundedServerSocket server = listen(new ListeningBounds(4, 2, 4, EVER, EVER));
        try (Socket first = connected(server, "127.0.0.2");
                Socket second = connected(server, "127.0.0.2");
                Socket third = connected(server, "127.0.0.2")) {
            assertThat(third.getInputStream().read()).isEqualTo(-1);
            assertThat(refused.tooMany()).isEqualTo(1);
            assertThat(first.isConnected() && second.isConnected()).isTrue();

            served(server, "127.0.0.1").close();
        } finally {
            server.closeAll();
        }
    }

    @Test
    void connectionWithACertificateDoesNotCountAgainstTheShare() throws Exception {
        BoundedServerSocket server = listen(new ListeningBounds(4, 1, 4, EVER, EVER));
        try (SSLSocket first = served(server, "127.0.0.1");
                SSLSocket second = served(server, "127.0.0.1")) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            assertThat(refused.total()).isZero();
        } finally {
            server.closeAll();
        }
    }

    private static void answers(Socket plain) throws IOException {
        plain.getOutputStream().write('x');
        assertThat(plain.getInputStream().read()).isEqualTo('x');
    }

    @Test
    void plainClientsOfOneAddressOccupyOnlyTheirShare() throws Exception {
        BoundedServerSocket server = listen(new ListeningBounds(4, 1, 2, EVER, EVER), Optional.empty());
        try (Socket first = connected(server, "127.0.0.2")) {
            try (Socket second = connected(server, "127.0.0.2");
                    Socket third = connected(server, "127.0.0.2")) {
                assertThat(third.getInputStream().read()).isEqualTo(-1);
                assertThat(refused.tooMany()).isEqualTo(1);
                answers(first);
                answers(second);
                try (Socket other = connected(server, "127.0.0.1")) {
                    answers(other);
                }
            }
            await().untilAsserted(() -> {
                try (Socket again = connected(server, "127.0.0.2")) {
                    answers(again);
                }
            });
        } finally {
            server.closeAll();
        }
    }

    /** A connection whose first byte was answered before it was closed. */
    private static <S extends Socket> S inTime(Callable<S> connecting) {
        return await().ignoreExceptions().until(connecting, Objects::nonNull);
    }

    @Test
    void plainConnectionOnWhichNothingComesIsClosed() throws Exception {
        BoundedServerSocket server = listen(new ListeningBounds(4, 1, 4, EVER, SHORT), Optional.empty());
        try (Socket idle = inTime(() -> {
            Socket plain = connected(server, "127.0.0.1");
            answers(plain);
            return plain;
        })) {
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        } finally {
            server.closeAll();
        }
    }

    @Test
    void securedConnectionOnWhichNothingComesIsClosed() throws Exception {
        BoundedServerSocket server = listen(new ListeningBounds(4, 4, 4, EVER, SHORT));
        try (SSLSocket idle = inTime(() -> served(server, "127.0.0.1"))) {
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        } finally {
            server.closeAll();
        }
    }

    @Test
    void shareIsHalfOfThemWhereOthersConnectWithoutCertificates() {
        assertThat(ListeningBounds.of(8, false).plain()).isEqualTo(4);
        assertThat(ListeningBounds.of(8, true).plain()).isEqualTo(8);
    }
}
