package org.banip.surrogate.alert;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.banip.surrogate.client.OwnClient;
import org.banip.surrogate.settings.AlertSettings;
import org.jspecify.annotations.Nullable;

/** Posts to webhooks. It follows no redirect, so alerts go to the operator's URLs only. Any thread; does not block. */
final class WebhookClient implements AutoCloseable {
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final long MILLIS_PER_SECOND = 1000;

    /**
     * What became of an attempt.
     *
     * @param status of the answer; 0: there was none
     * @param reason why it was not taken; empty if it was
     */
    record Outcome(int status, String reason) {
        boolean taken() {
            return status / 100 == 2;
        }

        /** Whether the receiver takes nothing at all, as far as can be seen; otherwise it refuses this one. */
        boolean receiverFails() {
            return status == 0 || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS || status >= SERVER_ERROR;
        }
    }

    private final Duration timeout;
    private final OwnClient client;

    WebhookClient(AlertSettings settings) {
        timeout = settings.timeout();
        client = new OwnClient("banip-alert-http-", timeout, settings.authorities());
    }

    /** Makes one attempt; {@code then} is called once, on another thread, with what became of it. */
    void post(Contact contact, Delivery delivery, BiConsumer<Delivery, Outcome> then) {
        String body = delivery.body();
        long seconds = System.currentTimeMillis() / MILLIS_PER_SECOND;
        HttpRequest request = HttpRequest.newBuilder(contact.webhook())
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", '"' + delivery.key() + '"')
                .header(Signature.HEADER, Signature.of(contact.key(), seconds, body))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        CompletableFuture<HttpResponse<Void>> sent =
                client.http().sendAsync(request, HttpResponse.BodyHandlers.discarding());
        // The client's own time-out ends with the head of the answer.
        CompletableFuture<?> unused = sent.copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> {
                    sent.cancel(true);
                    then.accept(delivery, outcome(answer, failure));
                });
    }

    private static Outcome outcome(@Nullable HttpResponse<Void> answer, @Nullable Throwable failure) {
        if (answer == null) {
            Throwable root = failure != null && failure.getCause() != null ? failure.getCause() : failure;
            String what = root == null ? "" : root.getClass().getSimpleName();
            return new Outcome(0, "no answer (" + what + ")");
        }
        int status = answer.statusCode();
        return new Outcome(status, status / 100 == 2 ? "" : "status " + status);
    }

    @Override
    public void close() {
        client.close();
    }
}
