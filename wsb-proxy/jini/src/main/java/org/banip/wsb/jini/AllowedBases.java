package org.banip.wsb.jini;

import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.client.FoundHost;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.slf4j.Logger;

/** Leaves out hosts on machines where the operator expects none: anybody who can register with a lookup service can name any URL. One thread. */
final class AllowedBases {
    private static final Logger LOG = ServerLog.of(AllowedBases.class);
    private static final int LONGEST_LOGGED = 200;
    private static final int MOST_TOLD = 100;

    private final AllowedHosts allowed;
    private final LookupAddress lookup;
    private final Set<String> told = new HashSet<>();

    AllowedBases(AllowedHosts allowed, LookupAddress lookup) {
        this.allowed = allowed;
        this.lookup = lookup;
    }

    /** Whether this host may be used; what is no URL is left to its user. */
    boolean allow(FoundHost host) {
        boolean allows = machine(host.url()).map(allowed::allowNamed).orElse(true);
        if (!allows && told.size() < MOST_TOLD && told.add(host.url())) {
            LOG.warn(
                    "- lookup service {} names the host {}, which is on none of the allowed machines: {}; it is left out"
                            + " (jini-host-addresses)",
                    lookup,
                    Quoted.line(host.url(), LONGEST_LOGGED),
                    allowed);
        }
        return allows;
    }

    private static Optional<String> machine(String url) {
        try {
            return Optional.ofNullable(URI.create(url).getHost());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
