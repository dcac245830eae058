package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.UUID;

/**
 * A subscription that a host granted.
 *
 * @param subscription names it in {@link RemoteSurrogate#renew} and {@link RemoteSurrogate#unsubscribe}; not to be guessed by others
 * @param leaseMillis how long it lasts from now on unless it is renewed
 */
public record SubscriptionTicket(UUID subscription, long leaseMillis) implements Serializable {
    /** Checks the lease. */
    public SubscriptionTicket {
        java.util.Objects.requireNonNull(subscription);
        Checks.range("lease", leaseMillis, 1, Long.MAX_VALUE);
    }
}
