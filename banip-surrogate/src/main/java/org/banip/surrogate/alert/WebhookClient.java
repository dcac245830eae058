package org.banip.surrogate.alert;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.server.client.OwnClient;
import org.banip.surrogate.settings.AlertSettings;
import org.jspecify.annotations.Nullable;

/** Posts to webhooks. It follows no redirect, so alerts go to the operator's URLs only. Any thread; does not block. */
final class WebhookClient implements Sender {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final long MILLIS_PER_SECOND = 1000;

    private final Duration timeout;
    private final OwnClient client;

    WebhookClient(AlertSettings settings) {
        timeout = settings.timeout();
        client = new OwnClient("banip-alert-http-", timeout, settings.authorities());
    }

    @Override
    public void send(Contact contact, Delivery delivery, Consumer<Outcome> then) {
        if (!(contact.way() instanceof Way.Webhook webhook)) {
            throw new IllegalArgumentException("contact " + contact + " has no webhook");
        }
        String body = delivery.body();
        long seconds = System.currentTimeMillis() / MILLIS_PER_SECOND;
        HttpRequest request = HttpRequest.newBuilder(webhook.url())
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", '"' + delivery.key() + '"')
                .header(Signature.HEADER, Signature.of(webhook.key(), seconds, body))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        CompletableFuture<HttpResponse<Void>> sent =
                client.http().sendAsync(request, HttpResponse.BodyHandlers.discarding());
        // The client's own time-out ends with the head of the answer.
        CompletableFuture<?> unused = sent.copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> {
                    sent.cancel(true);
                    then.accept(outcome(webhook.url(), answer, failure));
                });
    }

    private static Outcome outcome(URI url, @Nullable HttpResponse<Void> answer, @Nullable Throwable failure) {
        if (answer == null) {
            Throwable root = failure != null && failure.getCause() != null ? failure.getCause() : failure;
            String what = root == null ? "" : root.getClass().getSimpleName();
            return new Outcome(
                    Outcome.Result.RECEIVER_FAILS, "no-answer", "no answer of " + place(url) + " (" + what + ")");
        }
        int status = answer.statusCode();
        if (status / 100 == 2) {
            return Outcome.TAKEN;
        }
        boolean fails = status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS || status >= SERVER_ERROR;
        return new Outcome(fails ? Outcome.Result.RECEIVER_FAILS : Outcome.Result.REFUSED, "status-" + status);
    }

    /** Host and port; the path of a webhook may be a secret. */
    private static String place(URI url) {
        int standard = "https".equalsIgnoreCase(url.getScheme()) ? HTTPS : HTTP;
        return url.getHost() + ":" + (url.getPort() < 0 ? standard : url.getPort());
    }

    @Override
    public Duration longest() {
        return timeout;
    }

    @Override
    public void close() {
        client.close();
    }
}
