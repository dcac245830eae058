package org.banip.wsb.spi;

import java.util.Optional;

/**
 * What proved the identity of a request. While a stream is open, the broker asks it every few seconds whether it still holds, so that a revocation
 * ends the stream. Safe for use by many threads.
 */
@FunctionalInterface
public interface Proof {
    /** Holds for as long as the request. */
    Proof LASTING = Optional::empty;

    /** Why it no longer holds, for the operator's log and without secrets; empty while it holds. Must return at once. */
    Optional<String> lapsed();
}
