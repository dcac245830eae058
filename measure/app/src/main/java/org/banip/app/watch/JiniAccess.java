package org.banip.app.watch;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.client.Lookups;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;

/**
 * How a watch reaches BANs over Jini.
 *
 * @param lookups where BANs are looked up
 * @param hosts machines whose surrogates are called, besides this one and those of the lookup services
 * @param transport how others are reached, and this process
 * @param token presented to hosts
 * @param wanted what of a BAN's data is wanted
 */
public record JiniAccess(
        List<LookupAddress> lookups, List<String> hosts, Transport transport, AccessToken token, Reduction wanted) {
    /** Copies the lists. */
    public JiniAccess {
        lookups = List.copyOf(lookups);
        hosts = List.copyOf(hosts);
    }

    /** The surrogates that are listed now; the consumer gets addresses at which they are left out. */
    Lookups directory(Consumer<String> leftOut) {
        return new Lookups(lookups, transport, hosts, leftOut);
    }

    /** The lookup services as text. */
    String where() {
        return lookups.stream().map(at -> "jini://" + at + "/").collect(Collectors.joining(", "));
    }
}
