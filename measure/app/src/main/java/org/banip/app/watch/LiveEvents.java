package org.banip.app.watch;

import java.time.Duration;
import java.util.Optional;

/** The events of one surrogate, which go to a listener until the surrogate disappears. */
public interface LiveEvents extends AutoCloseable {
    /**
     * Waits until the surrogate has disappeared.
     *
     * @return the reason; empty if it has not disappeared in time
     * @throws org.banip.core.error.BanipException if the events broke off, or are malformed
     */
    Optional<String> awaitEnd(Duration time) throws InterruptedException;

    /** The id of the last complete event; empty if no event had an id. */
    String lastId();

    /** Stops listening. */
    @Override
    void close();
}
