package org.banip.surrogate.jini.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.banip.server.address.AddressLiteral;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.slf4j.Logger;

/**
 * The machines whose surrogates a client calls, and so gives its token to: this one, and those that are named here. Immutable; asking may look up a
 * name.
 *
 * @param names names or addresses of machines
 */
public record AllowedHosts(List<String> names) {
    private static final Logger LOG = ServerLog.of(AllowedHosts.class);

    /** Copies the list. */
    public AllowedHosts {
        names = List.copyOf(names);
    }

    /** This machine, and that of the lookup service. */
    public static AllowedHosts of(LookupAddress lookup) {
        return new AllowedHosts(List.of(lookup.host()));
    }

    /** The same and these. */
    public AllowedHosts and(List<String> more) {
        return new AllowedHosts(Stream.concat(names.stream(), more.stream()).toList());
    }

    /** Whether surrogates at this literal address may be called. */
    public boolean allow(String address) {
        return AddressLiteral.read(address)
                .filter(literal -> literal.isLoopbackAddress() || names.stream().anyMatch(name -> is(name, literal)))
                .isPresent();
    }

    /**
     * The same for a machine that is named as in a URL: a name must stand in the list as it is, so that nothing depends on what it resolves to.
     *
     * @param machine a name, or a literal address, an IPv6 address in brackets
     */
    public boolean allowNamed(String machine) {
        String bare =
                machine.startsWith("[") && machine.endsWith("]") ? machine.substring(1, machine.length() - 1) : machine;
        return AddressLiteral.read(bare).isPresent()
                ? allow(bare)
                : bare.equalsIgnoreCase("localhost") || names.stream().anyMatch(bare::equalsIgnoreCase);
    }

    private static boolean is(String name, InetAddress literal) {
        try {
            return Arrays.asList(InetAddress.getAllByName(name)).contains(literal);
        } catch (UnknownHostException e) {
            LOG.debug("- {} has no address now", name, e);
            return false;
        }
    }

    @Override
    public String toString() {
        return "this machine, " + String.join(", ", names);
    }
}
