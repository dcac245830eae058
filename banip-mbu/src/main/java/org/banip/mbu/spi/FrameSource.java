package org.banip.mbu.spi;

import java.io.IOException;
import java.time.Duration;
import org.banip.core.frame.FrameBuffer;

/**
 * What a link gives its uplink to carry: the frames that wait for the host, in order of urgency, and who takes the host's frames, until one
 * connection, or one row of requests, ends or breaks.
 *
 * <p>{@link #beginBody}, {@link #poll}, {@link #fill} and {@link #bodyAnswered} are called by one thread at a time.
 */
public interface FrameSource {
    /** URL of the interconnect, relative to the base URL, without {@code /} at its end. */
    String surrogate();

    /** After how long without a frame or an answer the host counts as gone. */
    Duration silence();

    /** Begins a request body: its frames refer to each other only, or to what was acknowledged before. */
    void beginBody();

    /**
     * Appends the frames that are ready, and does not wait: for an uplink that is asked for bytes by its library. When there are none, the
     * uplink asks again when it is woken ({@link #onReady}), or after {@link #nanosUntilPoll}, whichever is first.
     *
     * @param maxPackets most packets and gaps
     * @param maxBytes no packet begins after this number of bytes
     * @throws IOException if the source was broken off
     */
    Filled poll(FrameBuffer out, int maxPackets, int maxBytes) throws IOException;

    /** Asks to be woken when there may be something to send; on any thread, which must not be kept, and also when there is nothing after all. */
    void onReady(Runnable wake);

    /** How long until a frame is due even if nobody wakes the uplink: a keep-alive, a question for the time. */
    long nanosUntilPoll();

    /**
     * Waits until there is something to send, and appends its frames: for an uplink with a thread of its own.
     *
     * @param maxPackets most packets and gaps
     * @param maxBytes no packet begins after this number of bytes
     * @param patience how long to wait
     * @throws IOException if the source was broken off
     */
    Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
            throws IOException, InterruptedException;

    /** What {@link #poll} or {@link #fill} did. */
    enum Filled {
        /** Appended frames. */
        FRAMES,
        /** Appended nothing: there is nothing yet. */
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
