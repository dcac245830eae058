package org.banip.thresholds;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts alerts of one surrogate to the operator's URL, one after the other, each until it is taken or its attempts are over. Any thread; guarded by
 * its monitor, never blocks but in {@link #close}. It has no thread of its own.
 */
final class Webhook {
    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;

    private final WebhookSettings settings;
    private final HttpClient http;
    private final String id;
    private final ArrayDeque<String> waiting = new ArrayDeque<>();
    /** Completed when the queue is empty after the end was asked for. */
    private final CompletableFuture<@Nullable Void> drained = new CompletableFuture<>();

    private @Nullable CompletableFuture<?> exchange;
    private boolean busy;
    private boolean ending;
    private boolean stopped;
    /** Whether the last attempt failed; the log tells when that changes. */
    private boolean failing;

    private long dropped;

    /**
     * None waits yet.
     *
     * @param id begins each log line
     */
    Webhook(WebhookSettings settings, HttpClient http, String id) {
        this.settings = settings;
        this.http = http;
        this.id = id;
    }

    /** Queues an alert; if the queue is full, the oldest that waits is dropped. */
    synchronized void offer(String json) {
        if (ending) {
            return;
        }
        if (waiting.size() >= settings.queue()) {
            waiting.remove();
            dropped++;
        }
        waiting.add(json);
        goOn();
    }

    private synchronized void goOn() {
        String next = busy || stopped ? null : waiting.poll();
        if (next != null) {
            busy = true;
            attempt(next, 1);
        } else if (ending && !busy) {
            drained.complete(null);
        }
    }

    private synchronized void attempt(String json, int number) {
        if (stopped) {
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(settings.to())
                .timeout(settings.timeout())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        CompletableFuture<HttpResponse<Void>> sent = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        exchange = sent;
        // The client's own time-out ends with the head of the answer.
        CompletableFuture<?> unused = sent.copy()
                .orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> {
                    sent.cancel(true);
                    ended(json, number, answer == null ? 0 : answer.statusCode(), failure);
                });
    }

    private void ended(String json, int number, int status, @Nullable Throwable failure) {
        boolean taken = status / 100 == 2;
        boolean mayRetry = status == 0 || status / 100 == 5 || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT;
        note(taken, status, failure);
        if (!taken && mayRetry && number < settings.attempts()) {
            CompletableFuture.delayedExecutor(backOff(number).toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> attempt(json, number + 1));
            return;
        }
        synchronized (this) {
            dropped += taken || stopped ? 0 : 1;
            busy = false;
            exchange = null;
        }
        goOn();
    }

    private Duration backOff(int attemptsMade) {
        Duration wait = settings.retry().multipliedBy(1L << Math.min(attemptsMade - 1, 20));
        return wait.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : wait;
    }

    private synchronized void note(boolean taken, int status, @Nullable Throwable failure) {
        if (taken == !failing || stopped) {
            return;
        }
        failing = !taken;
        if (taken) {
            LOG.info("{}: the webhook takes alerts again, {} were dropped so far", id, dropped);
        } else {
            LOG.warn(
                    "{}: the webhook does not take alerts: {}",
                    id,
                    status > 0 ? "status " + status : String.valueOf(failure));
        }
    }

    /** How many alerts were dropped. */
    synchronized long dropped() {
        return dropped;
    }

    /** Takes no more, and waits until what is queued was sent, for the time of one attempt at most; what is left then is dropped. */
    void close() throws InterruptedException {
        synchronized (this) {
            ending = true;
        }
        goOn();
        try {
            drained.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("{}: the webhook did not take the last {} alerts", id, stop());
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completes with an exception", e);
        } finally {
            int unused = stop();
        }
    }

    /** Returns how many were left. */
    private synchronized int stop() {
        int left = waiting.size() + (busy ? 1 : 0);
        stopped = true;
        busy = false;
        waiting.clear();
        dropped += left;
        CompletableFuture<?> open = exchange;
        if (open != null) {
            open.cancel(true);
        }
        return left;
    }
}
