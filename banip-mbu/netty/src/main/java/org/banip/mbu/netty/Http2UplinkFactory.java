package org.banip.mbu.netty;

import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Makes {@code http2} uplinks: streams of one connection, which all MBUs of the process share. */
public final class Http2UplinkFactory implements UplinkFactory {
    /** The factory that {@link java.util.ServiceLoader} makes. */
    public Http2UplinkFactory() {}

    @Override
    public String name() {
        return "http2";
    }

    @Override
    public String description() {
        return "two streams of one HTTP/2 connection, which all MBUs of the process share";
    }

    @Override
    public Uplink open(UplinkContext context) {
        return new StreamUplink(context, new Http2Streams(unused -> {}));
    }
}
