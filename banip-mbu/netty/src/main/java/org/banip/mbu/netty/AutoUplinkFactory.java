package org.banip.mbu.netty;

import java.time.Duration;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Makes {@code auto} uplinks: the best that broker and proxies allow. */
public final class AutoUplinkFactory implements UplinkFactory {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration HEAD_START = Duration.ofMillis(250);

    private final Duration patience;
    private final Duration headStart;

    /** The factory that {@link java.util.ServiceLoader} makes. */
    public AutoUplinkFactory() {
        this(PATIENCE, HEAD_START);
    }

    /**
     * A factory for uplinks with other waits.
     *
     * @param patience at least so long they wait before they give up one way for another
     * @param headStart so long HTTP/3 alone is tried before TCP is tried as well
     */
    AutoUplinkFactory(Duration patience, Duration headStart) {
        this.patience = patience;
        this.headStart = headStart;
    }

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public String description() {
        return "the best that broker and proxies allow: http3, http2, duplex or chunked";
    }

    @Override
    public Uplink open(UplinkContext context) {
        return new AutoUplink(context, patience, headStart);
    }
}
