package org.banip.mbu.netty;

import java.time.Duration;
import org.banip.mbu.spi.UplinkFactory;

/** Uplinks that wait for a given time before they give up one way for another. */
public final class Patience {
    private Patience() {}

    /** {@code duplex} uplinks. */
    public static UplinkFactory duplex(Duration patience) {
        return new DuplexUplinkFactory(patience);
    }

    /** {@code auto} uplinks, which try HTTP/3 alone for a given time. */
    public static UplinkFactory auto(Duration patience, Duration headStart) {
        return new AutoUplinkFactory(patience, headStart);
    }
}
