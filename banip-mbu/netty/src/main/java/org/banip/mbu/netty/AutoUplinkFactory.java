package org.banip.mbu.netty;

import java.time.Duration;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Makes {@code auto} uplinks: the best that broker and proxies allow. */
public final class AutoUplinkFactory implements UplinkFactory {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Duration patience;

    /** The factory that {@link java.util.ServiceLoader} makes. */
    public AutoUplinkFactory() {
        this(PATIENCE);
    }

    /** A factory whose uplinks wait at least so long before they give up one way for another. */
    AutoUplinkFactory(Duration patience) {
        this.patience = patience;
    }

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public String description() {
        return "the best that broker and proxies allow: http2, duplex or chunked";
    }

    @Override
    public Uplink open(UplinkContext context) {
        return new AutoUplink(context, patience);
    }
}
