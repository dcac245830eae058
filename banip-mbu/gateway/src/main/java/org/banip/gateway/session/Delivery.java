package org.banip.gateway.session;

import java.util.Optional;

/**
 * How a message came.
 *
 * @param arrivedNanos when, nanoseconds since the epoch
 * @param token names the message while its sender may repeat it; empty if the sender has no such name
 * @param again whether the sender says that it may have come before
 */
public record Delivery(long arrivedNanos, Optional<String> token, boolean again) {
    /** A message whose sender cannot say that it repeats it. */
    public static Delivery once(long arrivedNanos) {
        return new Delivery(arrivedNanos, Optional.empty(), false);
    }
}
