package org.banip.surrogate.api;

/** A type of surrogate; found by {@link java.util.ServiceLoader} or given to the host's builder. */
public interface SurrogateProvider {
    /** The type's name in registrations, {@code [a-z][a-z0-9-]*}. */
    String name();

    /** A new surrogate, not yet active. */
    Surrogate create();
}
