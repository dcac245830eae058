package org.banip.wsb.jwt;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.banip.core.text.Counted;
import org.banip.server.client.DocumentClient;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keys of a URL, which one thread reads again and again. The whole answer must come within ten seconds, and redirects are not followed. While the URL
 * cannot be read, or has a malformed set, the keys that were read last stay in force, however long that lasts, and the log says so every five minutes.
 * Any thread.
 */
final class FetchedKeys implements Keys {
    private static final Logger LOG = ServerLog.of(FetchedKeys.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** A flood of tokens with unknown keys must not become one of requests. */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(5);
    /** Between lines about a URL that cannot be read. */
    private static final Duration REPEATED = Duration.ofMinutes(5);

    private final URI url;
    private final LongSupplier nanoClock;
    private final DocumentClient client;
    private final ScheduledThreadPoolExecutor thread;
    private final PeerLog problems;
    private volatile KeySet keys = KeySet.EMPTY;
    /** How often in succession the keys could not be read; the thread only. */
    private long failures;

    /** Guarded by this. */
    private long askedNanos;

    /** The reading under way, or the last one. Guarded by this. */
    private @Nullable CompletableFuture<Void> reading;

    FetchedKeys(URI url, Optional<Path> authorities, Duration every, LongSupplier nanoClock) {
        this(url, authorities, every, nanoClock, PATIENCE);
    }

    FetchedKeys(URI url, Optional<Path> authorities, Duration every, LongSupplier nanoClock, Duration patience) {
        this.url = url;
        this.nanoClock = nanoClock;
        client = new DocumentClient("banip-wsb-jwt-http-", patience, authorities);
        problems = new PeerLog(nanoClock, 1, REPEATED);
        thread = new ScheduledThreadPoolExecutor(1, task -> OwnThreads.daemon("banip-wsb-jwt-keys", task));
        thread.setRemoveOnCancelPolicy(true);
        Future<?> unused = thread.scheduleWithFixedDelay(this::read, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public KeySet now() {
        return keys;
    }

    /** Never asks for a second reading while one waits or is under way: an issuer that does not answer would make the queue grow without end. */
    @Override
    public synchronized CompletionStage<Void> again() {
        long now = nanoClock.getAsLong();
        if (reading != null && (!reading.isDone() || now - askedNanos < LEAST_PAUSE.toNanos())) {
            return reading;
        }
        askedNanos = now;
        try {
            reading = CompletableFuture.runAsync(this::read, thread);
        } catch (RejectedExecutionException e) { // it is closed
            reading = CompletableFuture.completedFuture(null);
        }
        return reading;
    }

    private void read() {
        try {
            KeySet fetched = KeySet.parse(client.get(url), url.toString());
            if (keys.isEmpty() || failures > 0) {
                LOG.info(
                        "- {} has {} for tokens{}",
                        url,
                        Counted.of(fetched.size(), "key"),
                        failures == 0 ? "" : "; it could not be read before, " + Counted.of(failures, "time"));
            }
            keys = fetched;
            failures = 0;
        } catch (IOException | RuntimeException e) { // thrown on, it would end the repetition
            if (thread.isShutdown()) {
                return; // the reading was given up, because the broker ends
            }
            failures++;
            problems.happened(end -> LOG.error(
                    "- the keys for tokens cannot be read: {}; {}{}",
                    e.getMessage(),
                    keys.isEmpty() ? "no token can be verified" : "those that it had before stay in force",
                    end));
        }
    }

    /** Waits until a reading under way has ended: a container counts a thread that is left behind as a leak. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("- the keys for tokens are still being read from {} after the broker was told to end", url);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            client.close();
        }
    }
}
