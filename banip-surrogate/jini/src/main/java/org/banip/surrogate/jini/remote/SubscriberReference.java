package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.UUID;

/**
 * Names a {@link RemoteSubscriber} that is exported in another JVM. The receiver makes the stub.
 *
 * @param at where it is
 */
public record SubscriberReference(ObjectAddress at) implements Serializable {
    /** Checks that there is an address. */
    public SubscriberReference {
        java.util.Objects.requireNonNull(at);
    }

    /** The same in parts. */
    public static SubscriberReference of(String address, int port, UUID object) {
        return new SubscriberReference(new ObjectAddress(address, port, object));
    }
}
