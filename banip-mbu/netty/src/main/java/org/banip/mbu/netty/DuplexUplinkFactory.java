package org.banip.mbu.netty;

import java.time.Duration;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Makes {@code duplex} uplinks: one connection of HTTP/1.1 for both directions. */
public final class DuplexUplinkFactory implements UplinkFactory {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Duration patience;

    /** The factory that {@link java.util.ServiceLoader} makes. */
    public DuplexUplinkFactory() {
        this(PATIENCE);
    }

    /** A factory whose uplinks wait at least so long before they do without a duplex answer. */
    DuplexUplinkFactory(Duration patience) {
        this.patience = patience;
    }

    @Override
    public String name() {
        return "duplex";
    }

    @Override
    public String description() {
        return "one endless POST whose answer carries what comes back, on one connection";
    }

    @Override
    public Uplink open(UplinkContext context) {
        return new DuplexUplink(context, patience);
    }
}
