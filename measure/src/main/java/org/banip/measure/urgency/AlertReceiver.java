package org.banip.measure.urgency;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.webhook.WebhookServer;
import org.jspecify.annotations.Nullable;

/** Receives signed alerts by HTTP, and notes when each came. What is not signed with the key is refused and not noted. */
final class AlertReceiver implements AutoCloseable {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int OK = 204;
    private static final int UNAUTHORIZED = 401;

    private final byte[] key;
    private final AlertReceipts receipts = new AlertReceipts();
    private final WebhookServer server;

    private AlertReceiver(String key) throws IOException {
        this.key = key.getBytes(StandardCharsets.UTF_8);
        server = WebhookServer.start(this::take);
    }

    /** Listens on loopback of the host on whose thread this is called. */
    static AlertReceiver start(String key) throws IOException {
        return new AlertReceiver(key);
    }

    private int take(Headers headers, byte[] body) {
        long nanos = Console.epochNanos();
        if (!isSigned(body, headers.getFirst("Banip-Signature"))) {
            return UNAUTHORIZED;
        }
        receipts.add(AlertReceipt.of(new String(body, StandardCharsets.UTF_8), nanos));
        return OK;
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
        return server.uri();
    }

    AlertReceipts receipts() {
        return receipts;
    }

    @Override
    public void close() {
        server.close();
    }
}
