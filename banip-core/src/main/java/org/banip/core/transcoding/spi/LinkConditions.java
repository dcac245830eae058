package org.banip.core.transcoding.spi;

/**
 * A snapshot of the way to the surrogate host. An encoder may read it to adapt to the link. If an encoder runs without a link, it reads {@link
 * #UNKNOWN}.
 *
 * @param connected whether the host answers
 * @param bytesPerSecond rate of recent acknowledgements, in bytes of frames; 0 if there were none. With a backlog it is the rate of the link,
 *     without one it is the rate of the sensors
 * @param roundTripNanos smoothed time until an acknowledgement (RFC 6298, section 2), including the time to store; 0 if there was none yet
 * @param backlogPackets packets and gaps that are not acknowledged
 * @param backlogBytes their bytes, including an overhead for each
 * @param backlogAgeNanos age of the oldest of them; 0 if there is none
 * @param full whether packets wait because the link has under way what its path can deliver
 */
public record LinkConditions(
        boolean connected,
        long bytesPerSecond,
        long roundTripNanos,
        int backlogPackets,
        long backlogBytes,
        long backlogAgeNanos,
        boolean full) {
    /** Nothing is known of a link. */
    public static final LinkConditions UNKNOWN = new LinkConditions(false, 0, 0, 0, 0, 0, false);
}
