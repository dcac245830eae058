package org.banip.surrogate.jini.service;

import java.io.Serializable;
import java.util.Objects;
import org.banip.surrogate.jini.remote.ObjectAddress;

/**
 * What the lookup service keeps for some days of a surrogate that has ended, so that a store which did not find it in time can have its data. It is
 * no surrogate: a client that looks for surrogates does not find it.
 *
 * @param at where it can be asked and subscribed to, as a surrogate
 */
public record EndedSession(ObjectAddress at) implements Serializable {
    /** Checks that a stream brought an address. */
    public EndedSession {
        Objects.requireNonNull(at);
    }
}
