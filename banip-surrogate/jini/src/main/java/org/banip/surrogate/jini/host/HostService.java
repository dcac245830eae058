package org.banip.surrogate.jini.host;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.server.settings.Settings;
import org.banip.surrogate.jini.attribute.HostAddress;
import org.banip.surrogate.jini.service.HostAtUrl;
import org.banip.surrogate.jini.settings.HostUrl;
import org.banip.surrogate.jini.settings.JiniSettings;

/** The host itself as a Jini service, for brokers. */
final class HostService {
    private static final long VERSION = 0xF000;
    /** Jini knows the versions 1 and 4 only, and River warns of others. */
    private static final long VERSION_4 = 0x4000;

    private HostService() {}

    /**
     * The service, if the host's URL is set. It has the same id whenever a host runs at this URL, so that a restarted one replaces its former self.
     */
    static Optional<ServiceItem> of(Settings settings) {
        return settings.find(HostUrl.SETTING).map(url -> service(settings.get(JiniSettings.HOST_NAME), url));
    }

    private static ServiceItem service(String name, URI url) {
        UUID id = UUID.nameUUIDFromBytes(("host " + url).getBytes(StandardCharsets.UTF_8));
        return new ServiceItem(
                new ServiceID((id.getMostSignificantBits() & ~VERSION) | VERSION_4, id.getLeastSignificantBits()),
                new HostAtUrl(name, url.toString()),
                new Entry[] {new HostAddress(name, url.toString())});
    }
}
