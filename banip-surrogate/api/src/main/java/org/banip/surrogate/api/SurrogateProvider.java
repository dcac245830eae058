package org.banip.surrogate.api;

import java.util.concurrent.CompletableFuture;

/**
 * A type of surrogate; found by {@link java.util.ServiceLoader} or given to the host's builder. The host calls it on threads that only surrogates of
 * this type use, several at a time.
 */
public interface SurrogateProvider {
    /** The type's name in registrations, {@code [a-z][a-z0-9-]*}. */
    String name();

    /**
     * Begins to make a new surrogate, not yet active. A provider that has it at once returns {@link CompletableFuture#completedFuture}; one that has
     * to wait, for example until the surrogate's code has been fetched, completes the future later, on any thread.
     *
     * <p>The registration waits for creation and activation together, 10 s unless the operator sets another time. When nobody waits any more, the
     * host cancels the future. A provider that finds its future cancelled keeps the surrogate, and has to give back what it holds. If the future was
     * completed first, the host deactivates the surrogate without having activated it.
     *
     * <p>What it throws, or what the future fails with, refuses the registration: a {@link org.banip.core.error.BanipException} with its code,
     * anything else with {@code INTERNAL}.
     */
    CompletableFuture<Surrogate> create();
}
