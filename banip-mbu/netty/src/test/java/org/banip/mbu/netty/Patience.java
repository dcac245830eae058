package org.banip.mbu.netty;

import java.time.Duration;
import org.banip.mbu.spi.UplinkFactory;

/** Uplinks that wait for a given time before they give up one way for another. */
public final class Patience {
    private Patience() {}

    /** {@code duplex} uplinks. */
    public static UplinkFactory duplex(Duration patience) {
        return new DuplexUplinkFactory(patience, NetworkSockets::arrival);
    }

    /** The same where nothing tells what has arrived of the bytes that were sent, as without epoll. */
    public static UplinkFactory blindDuplex(Duration patience) {
        return new DuplexUplinkFactory(patience, channel -> Arrival.UNKNOWN);
    }

    /** {@code auto} uplinks, which try HTTP/3 alone for a given time. */
    public static UplinkFactory auto(Duration patience, Duration headStart) {
        return new AutoUplinkFactory(patience, headStart);
    }
}
