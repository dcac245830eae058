package org.banip.app.option;

import java.util.List;
import java.util.stream.Stream;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a subscriber over Jini: where BANs are looked up, and how this process is reached. The names are those of a host's settings. */
public final class JiniOptions {
    /** Hosts call back over one connection for each BAN; as many BANs are followed at most. */
    private static final int CONNECTIONS = 10_000;

    @Option(
            names = "--locator",
            paramLabel = "ADDRESS",
            split = ",",
            converter = Locator.class,
            description = {
                "Lookup services where hosts register their BANs, as jini://HOST:PORT/ or HOST:PORT.",
                "Default: " + Locator.DEFAULT + ", unless --multicast is given."
            })
    private List<LookupAddress> locators = List.of();

    @Mixin
    private final MulticastOptions multicast = new MulticastOptions();

    @Option(
            names = "--jini-listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of this machine at which hosts call back. Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1";

    @Mixin
    private final JiniPeers peers = new JiniPeers();

    private List<LookupAddress> locators() {
        return locators.isEmpty() && !multicast.isWanted() ? List.of(LookupAddress.parse(Locator.DEFAULT)) : locators;
    }

    /**
     * Where BANs are looked up. Announcements are heard from now on, if they are wanted.
     *
     * @throws IllegalArgumentException if there are two ways, or announcements cannot be heard
     */
    public LookupPlaces places() {
        if (!locators.isEmpty() && multicast.isWanted()) {
            throw new IllegalArgumentException("--locator and --multicast are given, one of them is allowed");
        }
        return new LookupPlaces(locators(), multicast.listen(peers.hosts()), peers.hosts());
    }

    /**
     * How this process is reached, and how it reaches others.
     *
     * @throws IllegalArgumentException if a part of TLS is missing, or if an address is beyond this machine without TLS
     */
    public Transport transport() {
        Stream<String> addresses =
                Stream.concat(Stream.of(listen), locators().stream().map(LookupAddress::host));
        return new Transport(listen, CONNECTIONS, peers.tls(addresses));
    }
}
