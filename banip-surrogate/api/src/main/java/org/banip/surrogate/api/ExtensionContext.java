package org.banip.surrogate.api;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What a host offers to an extension. Any thread. */
public interface ExtensionContext {
    /** All surrogates, active and silent: their descriptions and statistics, and the way to send commands to their BANs. */
    List<SurrogateHandle> surrogates();

    /** The surrogate of a session; may still be empty when a listener hears that it {@code appeared}, until it is registered. */
    Optional<SurrogateHandle> surrogate(UUID session);

    /**
     * Subscribes to all surrogates, on a thread and a bounded queue of its own; first it hears of those that are active already.
     *
     * @param name names the thread
     * @param queueBytes sensor sets that may wait for it; what is beyond is left out, counted, and it is told
     */
    Subscription subscribe(String name, long queueBytes, SurrogateListener listener);

    /** The same for one surrogate. */
    Subscription subscribe(String name, UUID session, long queueBytes, SurrogateListener listener);

    /** Something the operator gave to the host for its surrogates and extensions; empty if there is none of that type. */
    <T> Optional<T> find(Class<T> type);
}
