package org.banip.surrogate.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.banip.surrogate.wire.Patience;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostListenerTest {
    @TempDir
    private Path directory;

    @Test
    void hostThatCannotStartLeavesNoStoreAndNoThreadBehind() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Server server = server(String.valueOf(taken.getLocalPort()));
            assertThatThrownBy(server::start).hasStackTraceContaining("for health and metrics: the port is in use");
            server.stop();
        }
        Patience.await().untilAsserted(() -> assertThat(threads()).isEmpty());
        Server again = server("0");
        again.start();
        again.stop();
        Patience.await().untilAsserted(() -> assertThat(threads()).isEmpty());
    }

    private Server server(String healthPort) {
        Server server = new Server(0);
        ServletContextHandler context = new ServletContextHandler();
        context.setInitParameter(
                "banip.host.store", directory.resolve("store.db").toString());
        context.setInitParameter("banip.host.health-port", healthPort);
        context.addEventListener(new HostListener());
        server.setHandler(context);
        return server;
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("banip-"))
                .toList();
    }
}
