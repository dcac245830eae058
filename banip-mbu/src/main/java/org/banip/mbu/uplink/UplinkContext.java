package org.banip.mbu.uplink;

import java.net.URI;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.sampling.SteadyClock;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;

/**
 * What an uplink needs of its MBU.
 *
 * @param base the broker's base URL; ends with {@code /}
 * @param credentials shown with every request
 * @param settings of sockets and HTTP
 * @param clock for what must not happen too often
 * @param traffic counts connections and bytes
 * @param threadSuffix tells this MBU's threads from another's, for example {@code ban-17}
 */
public record UplinkContext(
        URI base,
        Credentials credentials,
        HttpSettings settings,
        SteadyClock clock,
        Traffic traffic,
        String threadSuffix) {
    /** The URL of a resource relative to the base; must stay below it, since credentials go there. */
    public URI resolve(String relative) {
        URI resolved = base.resolve(relative).normalize();
        if (!resolved.toString().startsWith(base.toString())) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "'" + relative + "' leads out of the base URL " + base);
        }
        return resolved;
    }
}
