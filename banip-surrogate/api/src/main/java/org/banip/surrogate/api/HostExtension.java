package org.banip.surrogate.api;

import java.util.Optional;

/**
 * A part that an operator adds to a surrogate host, stand-alone or in a container: it sees surrogates come and go, for example to
 * make them known elsewhere. The host finds it by {@link java.util.ServiceLoader} on its class path, or is given it by its
 * builder, and knows nothing else of it.
 */
public interface HostExtension {
    /** What it is called in logs and in the names of threads, {@code [a-z][a-z0-9-]*}. */
    String name();

    /**
     * Begins; called once, before the host takes registrations. What it throws keeps the host from starting.
     *
     * @param host valid until {@link #stop} returns
     */
    void start(ExtensionContext host);

    /** One line for the operator about what it does now, shown when the host has started; empty for none. Between start and stop, any thread. */
    default Optional<String> status() {
        return Optional.empty();
    }

    /** Adds what monitoring reads of it; called once at most, when the host has started. Without a health server it is not called. */
    default void meters(Meters to) {}

    /**
     * Ends; called once after {@code start} returned. All surrogates have disappeared by then and its subscriptions have ended;
     * the store is still open.
     */
    void stop();
}
