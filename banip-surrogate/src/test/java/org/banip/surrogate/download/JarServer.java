package org.banip.surrogate.download;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** An HTTP or HTTPS server on loopback that gives jars, redirects, or makes a client wait. */
public final class JarServer implements AutoCloseable {
    private final HttpServer server;
    private final String scheme;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

    private JarServer(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.setExecutor(executor);
        server.start();
    }

    /** One on plain HTTP. */
    public static JarServer http() throws IOException {
        return new JarServer(HttpServer.create(anyPort(), 0), "http");
    }

    /** One on HTTPS. */
    static JarServer https(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(anyPort(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new JarServer(server, "https");
    }

    private static InetSocketAddress anyPort() throws IOException {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Its origin. */
    public URI origin() {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The URL of a path. */
    public String url(String path) {
        return origin() + path;
    }

    /** Answers a path with these bytes. */
    public JarServer gives(String path, byte[] body) {
        return handles(path, exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
    }

    /** Answers a path with this status and without a body. */
    public JarServer refuses(String path, int status) {
        return handles(path, exchange -> exchange.sendResponseHeaders(status, -1));
    }

    /** Redirects a path. */
    public JarServer redirects(String path, String to) {
        return handles(path, exchange -> {
            exchange.getResponseHeaders().set("Location", to);
            exchange.sendResponseHeaders(302, -1);
        });
    }

    /** Answers a path with these bytes when the latch lets it. */
    public JarServer givesLater(String path, byte[] body, CountDownLatch latch) {
        return handles(path, exchange -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
    }

    /** Answers a path in this way. */
    JarServer handles(String path, HttpHandler handler) {
        AtomicInteger count = requests.computeIfAbsent(path, one -> new AtomicInteger());
        server.createContext(path, exchange -> {
            count.incrementAndGet();
            try (exchange) {
                handler.handle(exchange);
            }
        });
        return this;
    }

    /** How many requests a path got. */
    public int requests(String path) {
        return requests.getOrDefault(path, new AtomicInteger()).get();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
