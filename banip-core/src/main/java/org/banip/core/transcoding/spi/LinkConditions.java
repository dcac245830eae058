package org.banip.core.transcoding.spi;

/**
 * What is known of the way to the surrogate host at one moment: a snapshot, which an encoder may read to adapt to the link. Where an encoder
 * runs without a link, it reads {@link #UNKNOWN}.
 *
 * @param connected whether the host answers
 * @param bytesPerSecond what the host acknowledged lately, in bytes of frames; 0 if nothing was. With a backlog it is what the link carries,
 *     without one what the sensors gave
 * @param roundTripNanos how long an acknowledgement takes, smoothed (RFC 6298, section 2), the time to store included; 0 if none came yet
 * @param backlogPackets packets and gaps that are not acknowledged
 * @param backlogBytes bytes that they take, an overhead for each included
 * @param backlogAgeNanos how long ago the oldest of them was made; 0 if there is none
 */
public record LinkConditions(
        boolean connected,
        long bytesPerSecond,
        long roundTripNanos,
        int backlogPackets,
        long backlogBytes,
        long backlogAgeNanos) {
    /** Nothing is known of a link. */
    public static final LinkConditions UNKNOWN = new LinkConditions(false, 0, 0, 0, 0, 0);
}
