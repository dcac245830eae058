package org.banip.app.option;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Optional;
import org.banip.server.address.AddressLiteral;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.discovery.AnnouncedLookups;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command finds lookup services that are announced by multicast: a mixin. */
public final class MulticastOptions {
    @Option(
            names = "--multicast",
            paramLabel = "ADDRESS",
            description = {
                "Instead of --locator: ask lookup services that are announced by multicast on the network interface of this machine"
                        + " that has this address. Only those of this machine and at --host-address are asked.",
                "Default: no multicast."
            })
    private @Nullable String address;

    @Option(
            names = "--multicast-groups",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "banip",
            description = "Groups of the announced lookup services. Default: ${DEFAULT-VALUE}.")
    private List<String> groups = List.of("banip");

    /**
     * Begins to listen, if that is wanted.
     *
     * @param hosts machines whose lookup services are asked, besides this one
     * @throws IllegalArgumentException if the address is none of this machine, or announcements there cannot be heard
     */
    Optional<AnnouncedLookups> listen(List<String> hosts) {
        if (address == null) {
            return Optional.empty();
        }
        AllowedHosts allowed = new AllowedHosts(hosts);
        try {
            return Optional.of(AnnouncedLookups.listen(groups, on(address), at -> allowed.allow(at.host())));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "announcements by multicast cannot be heard at " + address + ": " + e.getMessage(), e);
        }
    }

    /** Whether it is wanted. */
    boolean isWanted() {
        return address != null;
    }

    private static NetworkInterface on(String address) throws IOException {
        InetAddress literal =
                AddressLiteral.read(address).orElseThrow(() -> new IllegalArgumentException(none(address)));
        NetworkInterface found = NetworkInterface.getByInetAddress(literal);
        if (found == null) {
            throw new IllegalArgumentException(none(address));
        }
        return found;
    }

    private static String none(String address) {
        return "--multicast: '" + address + "' is no address of this machine, for example 127.0.0.1";
    }
}
