package org.banip.surrogate.api;

import java.util.function.LongSupplier;

/** Where an extension says what its host's monitoring shall read. Names become {@code banip.host.EXTENSION.NAME}. */
public interface Meters {
    /**
     * Adds a number that goes up and down.
     *
     * @param name {@code [a-z][a-z.]*}
     * @param help one line
     * @param value read at each scrape; must not block
     */
    void gauge(String name, String help, LongSupplier value);

    /** Adds a number that only grows. */
    void counter(String name, String help, LongSupplier value);

    /** Adds one of several such numbers of a name, told apart by a label. */
    void counter(String name, String help, String label, String labelValue, LongSupplier value);
}
