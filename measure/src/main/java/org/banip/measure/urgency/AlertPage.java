package org.banip.measure.urgency;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.json.JsonObject;
import org.banip.emulator.EmulatedHost;
import org.banip.measure.cpi.process.Console;

/**
 * Asks a host for the list of open alerts as the live page does, and notes when each alert is in it for the first time, and when it is not in it any
 * more. A thread of its own asks.
 */
final class AlertPage implements AutoCloseable {
    private static final int MILLIS = 10_000;
    private static final long LOOK_MILLIS = 1000;
    /** As the page has it. */
    private static final String WAIT = "wait=2";

    private final URI host;
    private final AlertReceipts receipts = new AlertReceipts();
    private final CompletableFuture<Boolean> open = new CompletableFuture<>();
    private final Thread reader;
    /** Of the thread: those in the list, by id. */
    private Map<String, AlertReceipt> listed = new LinkedHashMap<>();

    private Optional<String> tag = Optional.empty();
    private volatile boolean over;

    private AlertPage(URI host, EmulatedHost at) {
        this.host = host;
        reader = at.thread("banip-alert-page", this::read);
    }

    /** Begins, and returns when the host has answered. */
    static AlertPage open(URI host, EmulatedHost at, Duration patience) throws IOException, InterruptedException {
        AlertPage page = new AlertPage(host, at);
        page.reader.start();
        try {
            boolean unused = page.open.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return page;
        } catch (ExecutionException | TimeoutException e) {
            page.close();
            throw new IOException("the list of alerts of " + host + " does not come", e);
        }
    }

    private void read() {
        try {
            while (!over) {
                boolean waited = ask();
                open.complete(true);
                if (!waited) {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                }
            }
        } catch (IOException | RuntimeException e) {
            open.completeExceptionally(e); // once it is open, missing alerts tell
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the host was ready to wait for another list. */
    private boolean ask() throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) host.resolve("/alerts").toURL().openConnection();
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        connection.setRequestProperty("Prefer", WAIT);
        tag.ifPresent(seen -> connection.setRequestProperty("If-None-Match", seen));
        if (connection.getResponseCode() != HttpURLConnection.HTTP_NOT_MODIFIED) {
            try (InputStream in = connection.getInputStream()) {
                take(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
            tag = Optional.ofNullable(connection.getHeaderField("ETag"));
        }
        return connection.getHeaderField("Preference-Applied") != null;
    }

    private void take(String document) {
        long now = Console.epochNanos();
        Map<String, AlertReceipt> before = listed;
        listed = new LinkedHashMap<>();
        for (JsonObject alert : JsonObject.parse(document).objects("alerts")) {
            String id = alert.string("id");
            AlertReceipt known = before.remove(id);
            listed.put(id, known == null ? AlertReceipt.listed(alert, now) : known);
            if (known == null) {
                receipts.add(listed.get(id));
            }
        }
        before.values().forEach(gone -> receipts.add(gone.ended(now)));
    }

    AlertReceipts receipts() {
        return receipts;
    }

    /** The thread ends with the next answer. */
    @Override
    public void close() {
        over = true;
        reader.interrupt();
    }
}
