package org.banip.measure.faults.alert;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.measure.webhook.WebhookServer;

/**
 * Receives steps of alerts by HTTP, as docs/graded-alerts.md ("The webhook") says: what comes again with the same key is taken once. Every seventh
 * attempt finds it busy (503). Any thread.
 */
final class StepReceiver implements AutoCloseable {
    private static final int TAKEN = 204;
    private static final int MALFORMED = 400;
    private static final int BUSY = 503;
    private static final int BUSY_EVERY = 7;

    private final WebhookServer server;
    /** Guarded by this. */
    private final Set<String> keys = new HashSet<>();

    private final List<AlertNotice> steps = new ArrayList<>();
    private final List<String> malformed = new ArrayList<>();
    private int attempts;

    StepReceiver() throws IOException {
        server = WebhookServer.start(this::take);
    }

    private int take(Headers headers, byte[] body) {
        return status(String.valueOf(headers.getFirst("Idempotency-Key")), new String(body, StandardCharsets.UTF_8));
    }

    private synchronized int status(String key, String body) {
        attempts++;
        if (attempts % BUSY_EVERY == 0) {
            return BUSY;
        }
        try {
            AlertNotice step = AlertNotice.parse(body);
            if (keys.add(key)) {
                steps.add(step);
            }
            return TAKEN;
        } catch (BanipException e) {
            malformed.add(String.valueOf(e.getMessage()));
            return MALFORMED;
        }
    }

    URI uri() {
        return server.uri();
    }

    /** Those with a key of their own, in the order in which they were taken. */
    synchronized List<AlertNotice> steps() {
        return List.copyOf(steps);
    }

    /** What was no step of an alert. */
    synchronized List<String> malformed() {
        return List.copyOf(malformed);
    }

    @Override
    public void close() {
        server.close();
    }
}
