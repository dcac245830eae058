package org.banip.mbu.uplink;

import java.io.IOException;
import java.time.Duration;
import org.banip.core.frame.FrameBuffer;

/**
 * What an uplink carries: the frames that wait for the host, in order of urgency, and the host's frames, until one connection, or
 * one row of requests, ends or breaks.
 *
 * <p>{@link #beginBody}, {@link #fill} and {@link #bodyAnswered} belong to the thread that carries.
 */
public interface Exchange {
    /** URL of the interconnect, relative to the base URL, without {@code /} at its end. */
    String surrogate();

    /** After how long without a frame or an answer the host counts as gone. */
    Duration silence();

    /** Begins a request body: its frames refer to each other only, or to what was acknowledged before. */
    void beginBody();

    /**
     * Waits until there is something to send, and appends its frames.
     *
     * @param maxPackets most packets and gaps
     * @param maxBytes no packet is begun after so many bytes
     * @param patience how long to wait
     * @throws IOException if the exchange was broken off
     */
    Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
            throws IOException, InterruptedException;

    /** What {@link #fill} did. */
    enum Filled {
        /** Appended frames. */
        FRAMES,
        /** Waited in vain; appended nothing. */
        NOTHING,
        /** Appended nothing, and nothing will follow: the exchange ends in order. */
        END
    }

    /**
     * Takes note that the host has answered a body, and that the answer was read.
     *
     * @throws IOException if the answer did not acknowledge everything that was sent
     */
    void bodyAnswered() throws IOException;

    /** Takes the frames of one answer or of one reverse channel; to be asked for before the request is sent. */
    HostFrames hostFrames();

    /** Ends {@link #fill} with this reason; any thread. */
    void breakOff(Exception reason);

    /** The frames of one body from the host. One thread at a time. */
    interface HostFrames {
        /**
         * Takes the next bytes.
         *
         * @throws org.banip.core.error.BanipException if the host reports an error, or the bytes are not frames
         */
        void feed(byte[] bytes, int offset, int length);

        /**
         * Says that the body has ended.
         *
         * @throws org.banip.core.error.BanipException {@code TRUNCATED}
         */
        void end();
    }
}
