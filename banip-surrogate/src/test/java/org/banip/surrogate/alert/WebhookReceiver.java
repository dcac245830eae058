package org.banip.surrogate.alert;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An idempotent receiver: what comes again with the same key is answered as before, and is taken once. */
public final class WebhookReceiver implements AutoCloseable {
    /** How a request is answered. */
    public interface Answer {
        /** The status for the request of this number, from 1. */
        int status(int number, Request request) throws InterruptedException;
    }

    /** A request. */
    public record Request(String path, String key, String signature, String body) {}

    private final List<Request> all = new CopyOnWriteArrayList<>();
    private final List<Request> taken = new CopyOnWriteArrayList<>();
    private final Map<String, Boolean> keys = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Answer answer;

    /** A receiver on loopback. */
    public WebhookReceiver(Answer answer) throws IOException {
        this.answer = answer;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        Request request = new Request(
                exchange.getRequestURI().getPath(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")),
                String.valueOf(exchange.getRequestHeaders().getFirst("Banip-Signature")),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        int number;
        synchronized (all) {
            all.add(request);
            number = all.size();
        }
        try {
            int status = answer.status(number, request);
            if (status / 100 == 2 && keys.putIfAbsent(request.path() + request.key(), true) == null) {
                taken.add(request);
            }
            exchange.getResponseHeaders().set("Location", url("/elsewhere").toString());
            exchange.sendResponseHeaders(status, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    /** Answers further requests so. */
    public void answer(Answer from) {
        answer = from;
    }

    /** Its address with this path. */
    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** All requests, in order. */
    public List<Request> all() {
        return all;
    }

    /** Those with a new key that were answered by 2xx, in the order in which they were. */
    public List<Request> taken() {
        return taken;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
