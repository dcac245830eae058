package org.banip.mbu.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.banip.core.frame.FrameBuffer;

/**
 * The frames that an uplink carries on one connection, or in one row of requests, until it ends or breaks. A link gives its uplink the frames for
 * the host in order of urgency, and takes the host's frames.
 *
 * <p>An uplink whose library asks it for bytes polls (see {@link Uplink.PolledBody}); one that has a thread of its own waits for frames ({@link #fill}). One
 * thread at a time calls {@link #beginBody}, {@link #poll}, {@link #fill} and {@link #bodyAnswered}.
 */
public interface FrameSource extends Uplink.PolledBody {
    /** URL of the interconnect, relative to the base URL, without {@code /} at its end. */
    String surrogate();

    /** If the host sends neither a frame nor an answer for this time, it counts as gone. The answer to {@link #registration()} may change it. */
    Duration silence();

    /**
     * The registration that the uplink must send before the frames, or at the same time on another stream or connection; empty if the session is
     * registered. Only an uplink with {@link Uplink#registersWhileCarrying()} gets one. It must give host frames that overtake the answer to the
     * source only after {@link Registration#answered}.
     */
    default Optional<Registration> registration() {
        return Optional.empty();
    }

    /**
     * The alarms as a body of their own, for a second data request on a connection whose requests do not hold each other up. From this call on the
     * source gives no alarms. Empty if the BAN has none. Both are polled by the same thread. {@link #bodyAnswered} is called when both requests are
     * answered. Must be called before {@link #beginBody}.
     */
    default Optional<Uplink.PolledBody> alarms() {
        return Optional.empty();
    }

    /**
     * Restricts what {@link #poll} appends, until it is lifted: to packets and gaps, which somebody on the way may record and send again without
     * harm. An uplink that sends early data needs it ("Early data", docs/protocol.md). The thread of {@link #poll}.
     */
    void onlyRepeatable(boolean only);

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

    /**
     * Reports that the host has been silent for {@link #silence()} on a connection on which it was heard before. The uplink may keep the connection, if
     * it makes another one meanwhile: the path may be interrupted, and what is under way arrive when it is back. Any thread.
     *
     * @param reason for people
     * @return for how long it may keep the connection, if nothing is heard; zero if it must end it now
     */
    default Duration silent(String reason) {
        return Duration.ZERO;
    }

    /**
     * Reports that the host has answered a body, and that the answer was read.
     *
     * @throws IOException if the answer did not acknowledge everything that was sent
     */
    void bodyAnswered() throws IOException;

    /**
     * Reports that the host has answered a body with an error instead of frames, so that it stores nothing more of it. Not called for the body with the
     * alarms. Any thread.
     */
    default void bodyRefused() {}

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
}
