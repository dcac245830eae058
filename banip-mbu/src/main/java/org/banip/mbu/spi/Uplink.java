package org.banip.mbu.spi;

import java.io.IOException;
import org.banip.core.frame.FrameBuffer;

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

    /**
     * The frames of one request body, for an uplink whose library asks it for bytes, and the receiver of what the host answers.
     *
     * <p>One thread at a time calls {@link #beginBody} and {@link #poll}.
     */
    interface PolledBody {
        /** Starts a request body. Its frames refer only to each other, or to packets that were acknowledged before. */
        void beginBody();

        /**
         * Appends the frames that are ready, without waiting. If there are no frames, the uplink polls again when it is woken ({@link #onReady}), or
         * after {@link #nanosUntilPoll}, whichever is first.
         *
         * @param maxPackets maximum number of packets and gaps
         * @param maxBytes no packet begins after this number of bytes of frames
         * @throws IOException if the exchange was broken off
         */
        Filled poll(FrameBuffer out, int maxPackets, int maxBytes) throws IOException;

        /**
         * Checks that the exchange was not broken off. An uplink that is woken while it cannot write, and so does not poll, calls this.
         *
         * @throws IOException if it was
         */
        default void checkUnbroken() throws IOException {}

        /**
         * Sets the action that wakes the uplink when there may be something to send. It may run on any thread and must not block. There may turn out
         * to be nothing to send.
         */
        void onReady(Runnable wake);

        /** Time until a frame is due even if nothing wakes the uplink: a keep-alive or a time request. */
        long nanosUntilPoll();

        /**
         * How many bytes the path carries in its own round trip and the time that packets may queue below the MBU. With a smaller send buffer the socket
         * would be the bottleneck, in a larger one urgent packets would wait. 0 if it is not known. Thread of {@link #poll}.
         */
        default long bytesInFlight() {
            return 0;
        }

        /** The result of {@link #poll}, or of {@link FrameSource#fill}. */
        enum Filled {
            /** Appended frames. */
            FRAMES,
            /** Appended nothing, because there is nothing yet. */
            NOTHING,
            /** Appended nothing, and nothing will follow: the exchange ends in order. */
            END
        }

        /** Returns the receiver of the frames of one answer or of one reverse channel. Must be called before the request is sent. */
        HostFrames hostFrames();

        /** The frames of one body from the host. One thread at a time. */
        interface HostFrames {
            /**
             * Takes the next bytes.
             *
             * @throws org.banip.core.error.BanipException if the host reports an error, or if the bytes are not frames
             */
            void feed(byte[] bytes, int offset, int length);

            /**
             * Reports that the body has ended.
             *
             * @throws org.banip.core.error.BanipException {@code TRUNCATED}
             */
            void end();
        }
    }
}
