package org.banip.thresholds;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server that keeps what is posted to it, and answers as a test says. */
final class AlertReceiver implements AutoCloseable {
    /** How a request is answered. */
    interface Answer {
        /** The status; what takes long may block. */
        int status(int number) throws InterruptedException;
    }

    private final List<String> posted = new CopyOnWriteArrayList<>();
    private final List<String> elsewhere = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Answer answer;

    AlertReceiver(Answer answer) throws IOException {
        this.answer = answer;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/alerts", this::take);
        server.createContext("/elsewhere", exchange -> {
            elsewhere.add(exchange.getRequestMethod());
            answer(exchange, 200);
        });
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        try {
            exchange.getResponseHeaders()
                    .set("Location", uri().resolve("/elsewhere").toString());
            answer(exchange, answer.status(posted.size()));
        } catch (InterruptedException e) {
            exchange.close();
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/alerts");
    }

    /** All bodies, in order. */
    List<String> posted() {
        return posted;
    }

    /** Requests to another path, where it redirects to. */
    List<String> elsewhere() {
        return elsewhere;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
