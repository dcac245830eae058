package org.banip.mbu.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.banip.core.frame.FrameBuffer;

/**
 * The frames that an uplink carries on one connection, or in one row of requests, until it ends or breaks. A link gives its uplink the frames for
 * the host in order of urgency, and takes the host's frames.
 *
 * <p>One thread at a time calls {@link #beginBody}, {@link #poll}, {@link #fill} and {@link #bodyAnswered}.
 */
public interface FrameSource {
    /** URL of the interconnect, relative to the base URL, without {@code /} at its end. */
    String surrogate();

    /** If the host sends neither a frame nor an answer for this time, it counts as gone. The answer to {@link #registration()} may change it. */
    Duration silence();

    /**
     * The registration that the uplink must send before the frames, on the same connection; empty if the session is registered. Only an uplink
     * with {@link Uplink#registersWhileCarrying()} gets one.
     */
    default Optional<Registration> registration() {
        return Optional.empty();
    }

    /**
     * The alarms as a source of their own, for a second data request on a connection whose requests do not hold each other up. From this call on the
     * source gives no alarms. Empty if the BAN has none. Both are polled by the same thread; of the second one only {@link #beginBody}, {@link #poll},
     * {@link #onReady}, {@link #nanosUntilPoll} and {@link #hostFrames} are used. {@link #bodyAnswered} is called on this source, when both requests
     * are answered. Must be called before {@link #beginBody}.
     */
    default Optional<FrameSource> alarms() {
        return Optional.empty();
    }

    /** Starts a request body. Its frames refer only to each other, or to packets that were acknowledged before. */
    void beginBody();

    /**
     * Appends the frames that are ready, without waiting. An uplink uses this method if its library asks it for bytes. If there are no frames,
     * the uplink polls again when it is woken ({@link #onReady}), or after {@link #nanosUntilPoll}, whichever is first.
     *
     * @param maxPackets maximum number of packets and gaps
     * @param maxBytes no packet begins after this number of bytes
     * @throws IOException if the source was broken off
     */
    Filled poll(FrameBuffer out, int maxPackets, int maxBytes) throws IOException;

    /**
     * Restricts what {@link #poll} appends, until it is lifted: to packets and gaps, which somebody on the way may record and send again without
     * harm. An uplink that sends early data needs it ("Early data", docs/protocol.md). The thread of {@link #poll}.
     */
    void onlyRepeatable(boolean only);

    /**
     * Sets the action that wakes the uplink when there may be something to send. It may run on any thread and must not block. There may turn out
     * to be nothing to send.
     */
    void onReady(Runnable wake);

    /** Time until a frame is due even if nothing wakes the uplink: a keep-alive or a time request. */
    long nanosUntilPoll();

    /**
     * Waits until there is something to send, and appends its frames. An uplink uses this method if it has a thread of its own.
     *
     * @param maxPackets maximum number of packets and gaps
     * @param maxBytes no packet begins after this number of bytes
     * @param patience the maximum wait
     * @throws IOException if the source was broken off
     */
    Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
            throws IOException, InterruptedException;

    /** The result of {@link #poll} or {@link #fill}. */
    enum Filled {
        /** Appended frames. */
        FRAMES,
        /** Appended nothing, because there is nothing yet. */
        NOTHING,
        /** Appended nothing, and nothing will follow: the exchange ends in order. */
        END
    }

    /**
     * Reports that the host has answered a body, and that the answer was read.
     *
     * @throws IOException if the answer did not acknowledge everything that was sent
     */
    void bodyAnswered() throws IOException;

    /** Returns the receiver of the frames of one answer or of one reverse channel. Must be called before the request is sent. */
    HostFrames hostFrames();

    /** Makes {@link #fill} end with this reason; any thread. */
    void breakOff(Exception reason);

    /** A registration that is sent together with frames ("Data right behind the registration", docs/protocol.md). */
    interface Registration {
        /** The document to post. */
        String document();

        /**
         * Takes the document of the answer.
         *
         * @throws org.banip.core.error.BanipException if it is wrong
         * @throws IOException if the frames cannot go on with it. Those that were sent are sent again
         */
        void answered(String document) throws IOException;
    }

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
