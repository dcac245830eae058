package org.banip.surrogate.oidc;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A provider as it is known: its metadata, read when it is needed and again after an hour, and its keys. One thread reads; meanwhile others use what
 * was read before, and wait only if there is nothing. Any thread; may block.
 */
final class Provider {
    private static final Duration FRESH = Duration.ofHours(1);
    /** Attempts of people must not become a flood of requests to a provider that is down. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final OidcSettings settings;
    private final ProviderClient client;
    private final LongSupplier nanoClock;
    private final Trouble trouble;
    /** Guarded by this. */
    private @Nullable Known known;
    /** When it could not be read; null if it could. Guarded by this. */
    private @Nullable Long failedAt;
    /** Ends with the reading that is under way. Guarded by this. */
    private @Nullable CompletableFuture<Void> reading;

    Provider(OidcSettings settings, ProviderClient client, LongSupplier nanoClock) {
        this.settings = settings;
        this.client = client;
        this.nanoClock = nanoClock;
        trouble = new Trouble(settings.issuer());
    }

    /** What was read. */
    record Known(Metadata metadata, IdTokens tokens, long readAt) {}

    /**
     * What is known; reads it if it is not known yet, or old. If it cannot be read again, what was read before holds.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it was never read
     */
    Known now() {
        CompletableFuture<Void> end;
        boolean mine = false;
        synchronized (this) {
            long now = nanoClock.getAsLong();
            Known before = known;
            boolean fresh = before != null && now - before.readAt() < FRESH.toNanos();
            Long failed = failedAt;
            boolean paused = failed != null && now - failed < PAUSE.toNanos();
            if (fresh || paused || before != null && reading != null) {
                return orUnavailable(before);
            }
            end = reading;
            if (end == null) {
                mine = true;
                end = new CompletableFuture<>();
                reading = end;
            }
        }
        if (mine) {
            read(end);
        } else {
            end.join();
        }
        synchronized (this) {
            return orUnavailable(known);
        }
    }

    private static Known orUnavailable(@Nullable Known known) {
        if (known == null) {
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    "log-in at the identity provider is not possible now, the host's log says why");
        }
        return known;
    }

    private void read(CompletableFuture<Void> end) {
        @Nullable Known read = null;
        try {
            Metadata metadata = Metadata.parse(client.get(Metadata.place(settings.issuer())), settings.issuer());
            read = new Known(metadata, new IdTokens(settings, metadata.keys(), client), nanoClock.getAsLong());
            trouble.isOver();
        } catch (IOException | IllegalArgumentException e) {
            trouble.is(e);
        } finally {
            synchronized (this) {
                failedAt = read == null ? Long.valueOf(nanoClock.getAsLong()) : null;
                known = read == null ? known : read;
                reading = null;
            }
            end.complete(null);
        }
    }
}
