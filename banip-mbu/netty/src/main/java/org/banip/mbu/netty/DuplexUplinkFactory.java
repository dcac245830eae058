package org.banip.mbu.netty;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.function.Function;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Makes {@code duplex} uplinks: one connection of HTTP/1.1 for both directions. */
public final class DuplexUplinkFactory implements UplinkFactory {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final AnswerPatience patience;
    private final Function<Channel, Arrival> arrival;

    /** The factory that {@link java.util.ServiceLoader} makes. */
    public DuplexUplinkFactory() {
        this(PATIENCE, NetworkSockets::arrival);
    }

    /**
     * A factory for other uplinks.
     *
     * @param patience at least so long they wait before they do without a duplex answer
     * @param arrival tells what has arrived of the bytes that were sent on a connection
     */
    DuplexUplinkFactory(Duration patience, Function<Channel, Arrival> arrival) {
        this.patience = new AnswerPatience(patience);
        this.arrival = arrival;
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
        return new DuplexUplink(context, patience, arrival);
    }
}
