package org.banip.measure.urgency;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.json.JsonObject;
import org.banip.emulator.EmulatedHost;
import org.banip.measure.cpi.process.Console;

/** Reads the live stream of a surrogate as the live page does, and notes when each step of an alert came. A thread of its own reads. */
final class AlertPage implements AutoCloseable {
    private static final String EVENT = "event:";
    private static final String DATA = "data:";
    private static final int MILLIS = 10_000;
    private static final long LOOK_MILLIS = 100;

    private final URI host;
    private final AlertReceipts receipts = new AlertReceipts();
    private final CompletableFuture<Boolean> open = new CompletableFuture<>();
    private final Thread reader;
    private volatile boolean over;

    private AlertPage(URI host, EmulatedHost at) {
        this.host = host;
        reader = at.thread("banip-alert-page", this::read);
    }

    /** Opens the stream of the only surrogate, once there is one, and returns when it is open. */
    static AlertPage open(URI host, EmulatedHost at, Duration patience) throws IOException, InterruptedException {
        AlertPage page = new AlertPage(host, at);
        page.reader.start();
        try {
            boolean unused = page.open.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return page;
        } catch (ExecutionException | TimeoutException e) {
            page.close();
            throw new IOException("the live stream of " + host + " does not open", e);
        }
    }

    private void read() {
        try {
            Optional<String> session = session();
            while (session.isEmpty() && !over) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                session = session();
            }
            HttpURLConnection live = connection("/surrogates/" + session.orElseThrow() + "/live");
            try (InputStream in = live.getInputStream()) {
                live.setReadTimeout(0);
                open.complete(true);
                follow(in);
            }
        } catch (IOException | RuntimeException e) {
            open.completeExceptionally(e); // once it is open, missing alerts tell
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpURLConnection connection(String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) host.resolve(path).toURL().openConnection();
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        return connection;
    }

    private Optional<String> session() throws IOException {
        try (InputStream in = connection("/surrogates").getInputStream()) {
            List<JsonObject> all = JsonObject.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .objects("surrogates");
            return all.stream().map(surrogate -> surrogate.string("session")).findFirst();
        }
    }

    private void follow(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String event = "";
        for (String line = lines.readLine(); line != null && !over; line = lines.readLine()) {
            if (line.startsWith(EVENT)) {
                event = line.substring(EVENT.length()).strip();
            } else if (line.startsWith(DATA) && event.equals("alert")) {
                receipts.add(AlertReceipt.of(line.substring(DATA.length()).strip(), Console.epochNanos()));
            } else if (line.isEmpty()) {
                event = "";
            }
        }
    }

    AlertReceipts receipts() {
        return receipts;
    }

    /** The thread ends with the next line of the stream, or with the stream. */
    @Override
    public void close() {
        over = true;
        reader.interrupt();
    }
}
