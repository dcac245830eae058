package org.banip.server.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.AddressLiteral;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Answers supervisors and monitoring systems on a port of its own, so that they work however busy the server's own port is. Any thread.
 *
 * <ul>
 *   <li>{@code /healthz}: 200 as long as the process serves requests; for a supervisor that restarts it.
 *   <li>{@code /readyz}: 200 or 503 with JSON that says which check fails and why; for a load balancer.
 *   <li>{@code /metrics}: counters and gauges in Prometheus' text format 0.0.4.
 * </ul>
 *
 * <p>It uses the JDK's own HTTP server (module {@code jdk.httpserver}), which works in a servlet container and alone alike. Requests are
 * not logged. Eight are answered at once; a new one displaces the oldest, so that half requests do not keep a supervisor out.
 */
public final class HealthServer implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(HealthServer.class);
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    /** Requests that are answered at once; a new one displaces the oldest. */
    private static final int AT_ONCE = 8;

    private static final int BACKLOG = 16;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final ProbeThreads threads = new ProbeThreads(AT_ONCE);
    private final Readiness readiness;
    private final Metrics metrics;
    /** Who may read the metrics, by the header {@code Authorization}. */
    private final Readers readers;

    /** Who may read the metrics. Any thread. */
    @FunctionalInterface
    public interface Readers {
        /**
         * Whether a request may read them.
         *
         * @param authorization its header {@code Authorization}
         * @param from the address that it came from
         */
        boolean mayRead(Optional<String> authorization, String from);
    }

    private HealthServer(HttpServer server, Readiness readiness, Metrics metrics, Readers readers) {
        this.server = server;
        this.readiness = readiness;
        this.metrics = metrics;
        this.readers = readers;
        server.setExecutor(threads);
        server.createContext("/", this::answer);
    }

    /**
     * Begins to answer; empty if the port is taken and the operator did not ask for it.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken and the operator asked for it
     */
    public static Optional<HealthServer> start(HealthSettings settings, Readiness readiness, Metrics metrics) {
        return start(settings, readiness, metrics, (authorization, from) -> true);
    }

    /**
     * The same for metrics that not everybody may read.
     *
     * @param readers who may read the metrics
     */
    public static Optional<HealthServer> start(
            HealthSettings settings, Readiness readiness, Metrics metrics, Readers readers) {
        try {
            HttpServer server = HttpServer.create(settings.address(), BACKLOG);
            HealthServer started = new HealthServer(server, readiness, metrics, readers);
            server.start();
            LOG.info("- health and metrics are at {}", started.uri());
            return Optional.of(started);
        } catch (IOException e) {
            metrics.close();
            if (settings.insisted()) {
                throw cannotListen(settings, e);
            }
            LOG.warn(
                    "- health and metrics are not served: cannot listen on {}: {}; set health-port",
                    where(settings),
                    why(e));
            return Optional.empty();
        }
    }

    /**
     * Checks that no other program listens there, if the operator asked for it, before a server makes files that it would leave behind.
     *
     * @throws BanipException {@code LIMIT_REACHED} as {@link #start}
     */
    public static void requireFree(HealthSettings settings) {
        if (!settings.insisted() || settings.address().getPort() == 0) {
            return;
        }
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(settings.address());
        } catch (IOException e) {
            throw cannotListen(settings, e);
        }
    }

    private static BanipException cannotListen(HealthSettings settings, IOException e) {
        return new BanipException(
                ErrorCode.LIMIT_REACHED,
                "cannot listen on " + where(settings) + " for health and metrics: " + why(e)
                        + "; health-port chooses another port");
    }

    private static String where(HealthSettings settings) {
        return settings.address().getHostString() + ":" + settings.address().getPort();
    }

    private static String why(IOException e) {
        return e instanceof BindException ? "the port is in use" : String.valueOf(e.getMessage());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (isRebound(exchange)) {
                send(exchange, FORBIDDEN, TEXT, "only localhost or an address is allowed as Host here\n");
                return;
            }
            String method = exchange.getRequestMethod();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                send(exchange, NOT_ALLOWED, TEXT, "only GET and HEAD are allowed\n");
                return;
            }
            switch (exchange.getRequestURI().getPath()) {
                case "/healthz" -> send(exchange, OK, TEXT, "ok\n");
                case "/readyz" -> {
                    Readiness.Answer answer = readiness.ask();
                    send(exchange, answer.ready() ? OK : UNAVAILABLE, JSON, answer.json() + "\n");
                }
                case "/metrics" -> {
                    if (readers.mayRead(
                            Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")),
                            exchange.getRemoteAddress().getAddress().getHostAddress())) {
                        send(exchange, OK, PROMETHEUS, metrics.text());
                    } else {
                        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                        send(exchange, UNAUTHORIZED, TEXT, "metrics need the token of a person who may operate\n");
                    }
                }
                default -> send(exchange, NOT_FOUND, TEXT, "there are /healthz, /readyz and /metrics\n");
            }
        } catch (RuntimeException | Error e) {
            LOG.error("- a question for health or metrics failed", e);
            throw e;
        }
    }

    /** Whether a page in a browser has its own name point to this machine (DNS rebinding): on loopback, clients use no such name. */
    private static boolean isRebound(HttpExchange exchange) {
        InetAddress local = exchange.getLocalAddress().getAddress();
        String host = exchange.getRequestHeaders().getFirst("Host");
        if (!local.isLoopbackAddress() || host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d+$", "");
        return !name.equalsIgnoreCase("localhost") && AddressLiteral.read(name).isEmpty();
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    /** The base URL. */
    public URI uri() {
        String host = server.getAddress().getHostString();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort() + "/");
    }

    /** Stops answering. */
    @Override
    public void close() {
        server.stop(0);
        threads.close();
        metrics.close();
    }
}
