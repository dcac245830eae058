package org.banip.measure.urgency;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.banip.measure.cpi.process.Console;
import org.jspecify.annotations.Nullable;

/** Receives signed alerts by HTTP, and notes when each came. What is not signed with the key is refused and not noted. */
final class AlertReceiver implements AutoCloseable {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int OK = 204;
    private static final int UNAUTHORIZED = 401;

    private final byte[] key;
    private final AlertReceipts receipts = new AlertReceipts();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private AlertReceiver(String key, HttpServer server) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
        this.server = server;
    }

    /** Listens on loopback of the host on whose thread this is called. */
    static AlertReceiver start(String key) throws IOException {
        AlertReceiver receiver = new AlertReceiver(
                key, HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        receiver.server.setExecutor(receiver.threads);
        receiver.server.createContext("/", receiver::take);
        receiver.server.start();
        return receiver;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            long nanos = Console.epochNanos();
            boolean signed = isSigned(body, exchange.getRequestHeaders().getFirst("Banip-Signature"));
            if (signed) {
                receipts.add(AlertReceipt.of(new String(body, StandardCharsets.UTF_8), nanos));
            }
            exchange.sendResponseHeaders(signed ? OK : UNAUTHORIZED, -1);
        }
    }

    /** {@code t=SECONDS,v1=HEX}, see docs/graded-alerts.md. */
    private boolean isSigned(byte[] body, @Nullable String signature) {
        if (signature == null || !signature.matches("t=\\d+,v1=[0-9a-f]{64}")) {
            return false;
        }
        int comma = signature.indexOf(',');
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((signature.substring(2, comma) + ".").getBytes(StandardCharsets.UTF_8));
            byte[] said = HexFormat.of().parseHex(signature.substring(comma + 4));
            return MessageDigest.isEqual(mac.doFinal(body), said);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    AlertReceipts receipts() {
        return receipts;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
