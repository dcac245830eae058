package org.banip.mbu.netty;

import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Makes {@code http3} uplinks: streams of one QUIC connection, which all MBUs of the process share. */
public final class Http3UplinkFactory implements UplinkFactory {
    /** The factory that {@link java.util.ServiceLoader} makes. */
    public Http3UplinkFactory() {}

    @Override
    public String name() {
        return "http3";
    }

    @Override
    public String description() {
        return "two streams of one HTTP/3 connection (QUIC), which all MBUs of the process share";
    }

    /**
     * An uplink for one MBU.
     *
     * @throws IllegalArgumentException if the broker's URL, the trusted certificates or the platform do not allow HTTP/3
     */
    @Override
    public Uplink open(UplinkContext context) {
        QuicSupport.require(context);
        return new StreamUplink(context, new Http3Streams(context));
    }
}
