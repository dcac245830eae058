package org.banip.mbu.spi;

import java.io.IOException;

/**
 * One MBU's way to its surrogate host. One thread calls all methods except {@link #close}.
 *
 * <p>An error that the broker or the host reports is thrown as a {@link org.banip.core.error.BanipException} with its code. Any other break is an
 * {@link IOException}. After both the uplink can be used again, on a new connection.
 */
public interface Uplink extends AutoCloseable {
    /** Posts a registration and returns the answer's document. */
    String register(String document) throws IOException;

    /**
     * Whether {@link #carry} can send a registration and the first frames of the new interconnect without waiting for an answer between them
     * ({@link FrameSource#registration()}).
     */
    default boolean registersWhileCarrying() {
        return false;
    }

    /** Carries frames in both directions until the source ends in order and the host has answered everything. */
    void carry(FrameSource source) throws IOException, InterruptedException;

    /** Ends the interconnect with this URL, relative to the base URL. */
    void deregister(String surrogate) throws IOException;

    /** Breaks off everything, closes all connections and ends all threads. Any thread, any number of times. */
    @Override
    void close();
}
