package org.banip.mbu.interconnect;

import java.net.InetAddress;
import java.util.Optional;
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
 */
public record PathSetup(
        PathSettings settings, UplinkFactory kind, UplinkContext context, Networks networks, PathForecast forecast) {
    /** An uplink from this address, or as the HTTP settings say. */
    Uplink open(Optional<InetAddress> local) {
        return kind.open(local.map(context::from).orElse(context));
    }
}
