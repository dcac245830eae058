package org.banip.wsb.jini;

import java.time.Duration;
import org.banip.server.settings.Settings;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.HostDirectoryProvider;

/** Makes a broker find hosts over Jini: {@code host-directory=jini} with {@code jini-locators}. */
public final class LookupDirectoryProvider implements HostDirectoryProvider {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    /** A lookup service that was restarted knows all hosts again after less than this. */
    private static final Duration KEPT = Duration.ofSeconds(30);
    /** For the first answers, so that a broker that was restarted knows the hosts of the URLs that MBUs hold. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** For the service loader. */
    public LookupDirectoryProvider() {}

    @Override
    public String name() {
        return "jini";
    }

    @Override
    public HostDirectory open(String argument, Settings settings) {
        if (!argument.isEmpty()) {
            throw new IllegalArgumentException(
                    "host-directory=jini has nothing behind its name; jini-locators names the lookup services");
        }
        Lookups lookups = Lookups.of(settings);
        JvmFilter.installForRiver();
        LookedUpHosts hosts = LookedUpHosts.open(lookups, INTERVAL, KEPT);
        hosts.awaitFirst(PATIENCE);
        return hosts;
    }
}
