package org.banip.surrogate.jini.lookup;

import java.time.Duration;
import java.util.List;
import org.banip.surrogate.jini.transport.Transport;

/**
 * What a lookup service is.
 *
 * @param transport where it listens, and how
 * @param port of unicast discovery, 0 for a free one
 * @param groups that it is a member of
 * @param longestLease longest lease of a registration
 * @param openTo how many services other JVMs may register; 0: only this JVM registers services
 */
public record LookupSettings(Transport transport, int port, List<String> groups, Duration longestLease, int openTo) {
    /** Copies the list. */
    public LookupSettings {
        groups = List.copyOf(groups);
    }
}
