package org.banip.mbu.spi;

import java.io.IOException;

/**
 * One MBU's way to its surrogate host. All but {@link #close} is called by one thread.
 *
 * <p>An error the broker or the host reports is a {@link org.banip.core.error.BanipException} with its code; anything else that
 * breaks is an {@link IOException}. After either the uplink can be used again, on a new connection.
 */
public interface Uplink extends AutoCloseable {
    /** Posts a registration and returns the answer's document. */
    String register(String document) throws IOException;

    /** Carries frames both ways until the source ends in order, which is when the host has answered everything. */
    void carry(FrameSource source) throws IOException, InterruptedException;

    /** Ends the interconnect at this URL, relative to the base URL. */
    void deregister(String surrogate) throws IOException;

    /** Breaks off whatever is going on, closes all connections, ends all threads; any thread, any number of times. */
    @Override
    void close();
}
