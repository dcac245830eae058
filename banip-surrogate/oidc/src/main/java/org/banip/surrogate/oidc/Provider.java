package org.banip.surrogate.oidc;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A provider as it is known: its metadata, read when it is needed and again after an hour, and its keys. Any thread; may block. */
final class Provider {
    private static final Logger LOG = ServerLog.of(Provider.class);
    private static final Duration FRESH = Duration.ofHours(1);
    /** Attempts of people must not become a flood of requests to a provider that is down. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final OidcSettings settings;
    private final ProviderClient client;
    private final LongSupplier nanoClock;
    /** Guarded by this. */
    private @Nullable Known known;
    /** Guarded by this. */
    private @Nullable Failure failed;

    Provider(OidcSettings settings, ProviderClient client, LongSupplier nanoClock) {
        this.settings = settings;
        this.client = client;
        this.nanoClock = nanoClock;
    }

    /** What was read. */
    record Known(Metadata metadata, IdTokens tokens, long readAt) {}

    private record Failure(String what, long at) {}

    /**
     * What is known; reads it if it is not known yet, or old. If it cannot be read again, what was read before holds.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it was never read
     */
    synchronized Known now() {
        long now = nanoClock.getAsLong();
        Known before = known;
        if (before != null && now - before.readAt() < FRESH.toNanos()) {
            return before;
        }
        Failure last = failed;
        if (last == null || now - last.at() >= PAUSE.toNanos()) {
            last = read();
        }
        Known after = known;
        if (after == null) {
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    "log-in at the identity provider is not possible now: "
                            + (last == null ? "it was not asked" : last.what()));
        }
        return after;
    }

    private @Nullable Failure read() {
        try {
            Metadata metadata = Metadata.parse(client.get(Metadata.place(settings.issuer())), settings.issuer());
            known = new Known(metadata, new IdTokens(settings, metadata.keys(), client), nanoClock.getAsLong());
            if (failed != null) {
                LOG.info("- the identity provider {} answers", settings.issuer());
            }
            failed = null;
        } catch (IOException | IllegalArgumentException e) {
            String what = String.valueOf(e.getMessage());
            if (failed == null || !failed.what().equals(what)) {
                LOG.error("- the identity provider {} is of no use: {}", settings.issuer(), what);
            }
            failed = new Failure(what, nanoClock.getAsLong());
        }
        return failed;
    }
}
