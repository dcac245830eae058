package org.banip.measure.peer.transport;

/** How many messages a peer may have in flight if its protocol sets no limit. */
public final class InFlight {
    /** Enough for all links. */
    public static final int MOST = 1000;

    private static final int LEAST = 64;

    /** More would delay the client's ping on a slow link until it drops the connection. */
    private static final double SECONDS = 8;

    private static final double MESSAGE_BYTES = 300;

    private InFlight() {}

    /** What an uplink of this rate carries in some seconds; the rate is infinite without a link. */
    public static int on(double bytesPerSecond) {
        double messages = bytesPerSecond * SECONDS / MESSAGE_BYTES;
        return (int) Math.max(LEAST, Math.min(MOST, messages));
    }
}
