package org.banip.mbu.interconnect;

import java.net.InetAddress;
import java.util.Optional;
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.Networks;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/**
 * A path as the app has configured it.
 *
 * @param settings name, local address or interface, role and price
 * @param kind makes the uplink
 * @param context for the uplink, with counters of its own
 * @param networks knows which addresses are there; the same for all paths
 * @param forecast foresees how long the path lasts
 * @param brokers choose the broker; the same for all paths. Not of a path that has a broker of its own
 */
public record PathSetup(
        PathSettings settings,
        UplinkFactory kind,
        UplinkContext context,
        Networks networks,
        PathForecast forecast,
        Brokers brokers) {
    /** An uplink from this address, or as the HTTP settings say, to this broker; to that of the context if none is chosen yet. */
    Uplink open(Optional<InetAddress> local, Optional<Chosen> broker) {
        UplinkContext from = local.map(context::from).orElse(context);
        return kind.open(
                brokers.several() ? broker.map(chosen -> from.to(chosen.base())).orElse(from) : from);
    }
}
