package org.banip.mbu.interconnect;

import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/**
 * A path as the app has configured it.
 *
 * @param settings name, role and price
 * @param kind makes the uplink
 * @param context for the uplink, with the path's local address and counters of its own
 */
public record PathSetup(PathSettings settings, UplinkFactory kind, UplinkContext context) {
    Uplink open() {
        return kind.open(context);
    }
}
