package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The deadline of a request head passes while the head comes. The test says when the time has passed. */
@Timeout(120)
class HeadDeadlineTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final ConnectionLimits LIMITS = new ConnectionLimits(100, 100, 8192, LONG, LONG);

    private final Server server = new Server();
    private final HeldTasks tasks = new HeldTasks();
    private final ServerConnector connector =
            new ServerConnector(server, null, tasks, null, 1, 1, new HttpConnectionFactory());

    /** Tasks that run when the test says so, also those that were cancelled too late. */
    private static final class HeldTasks extends AbstractLifeCycle implements Scheduler {
        private final List<Runnable> all = new CopyOnWriteArrayList<>();

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit unit) {
            all.add(task);
            return () -> false;
        }

        void run() {
            all.forEach(Runnable::run);
        }
    }

    /** The deadline passes when the request has begun. */
    private final class Late extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            tasks.run();
            response.setStatus(204);
            callback.succeeded();
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(0);
        server.addConnector(connector);
        server.setHandler(ConnectionGuard.of(connector, LIMITS, TrustedProxies.NONE, new OpenStreams(100), new Late()));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void aRequestWhoseHeadComesAtTheLastMomentIsServed() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 204 ");
        }
    }

    @Test
    void aConnectionWithoutAWholeHeadIsToldSo() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> connector.getConnectedEndPoints().stream()
                            .anyMatch(peer -> peer.getConnection() != null
                                    && peer.getConnection().getBytesIn() > 0));
            tasks.run();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 408 ");
        }
    }
}
