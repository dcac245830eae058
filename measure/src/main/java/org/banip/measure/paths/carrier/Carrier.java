package org.banip.measure.paths.carrier;

import java.io.IOException;

/** Carries the load of one run. One thread. */
public interface Carrier extends AutoCloseable {
    /** Carries everything. */
    Carried carry() throws IOException, InterruptedException;

    /** Kills the broker's process, if there is one; a new one starts at once. Any thread. */
    default void killBroker() {}

    /** Bytes that arrived so far. Any thread. */
    long arrived();

    @Override
    void close();
}
