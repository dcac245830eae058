package org.banip.measure.webhook;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on loopback that hands over what is posted to it. Any thread. */
public final class WebhookServer implements AutoCloseable {
    /** Takes a request; several threads at a time. */
    @FunctionalInterface
    public interface Taker {
        /**
         * A request has come as a whole.
         *
         * @return the status that it is answered
         */
        int take(Headers headers, byte[] body);
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Taker taker;

    private WebhookServer(Taker taker) throws IOException {
        this.taker = taker;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    /** Listens on a free port, on loopback of the host on whose thread this is called. */
    public static WebhookServer start(Taker taker) throws IOException {
        WebhookServer started = new WebhookServer(taker);
        started.server.setExecutor(started.threads);
        started.server.createContext("/", started::answer);
        started.server.start();
        return started;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(taker.take(exchange.getRequestHeaders(), body), -1);
        }
    }

    /** Where it listens. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
