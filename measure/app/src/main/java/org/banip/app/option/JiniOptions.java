package org.banip.app.option;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.surrogate.jini.client.Lookups;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of a subscriber over Jini: where BANs are looked up, and how this process is reached. The names are those of a host's settings. */
public final class JiniOptions {
    private static final int CONNECTIONS = 256;

    @Option(
            names = "--locator",
            paramLabel = "ADDRESS",
            split = ",",
            defaultValue = "jini://127.0.0.1:4160/",
            converter = Locator.class,
            description = {
                "Lookup services where hosts register their BANs, as jini://HOST:PORT/ or HOST:PORT.",
                "Default: ${DEFAULT-VALUE}."
            })
    private List<LookupAddress> locators = List.of(new LookupAddress("127.0.0.1", 4160));

    @Option(
            names = "--jini-listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of this machine at which hosts call back. Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1";

    @Mixin
    private final JiniPeers peers = new JiniPeers();

    /** Where BANs are looked up. */
    public List<LookupAddress> locators() {
        return List.copyOf(locators);
    }

    /** The lookup services as text. */
    public String locatorsInWords() {
        return locators.stream().map(at -> "jini://" + at + "/").collect(Collectors.joining(", "));
    }

    /** Machines whose surrogates are called, besides this one and those of the lookup services. */
    public List<String> hosts() {
        return peers.hosts();
    }

    /** The surrogates that may be called; the consumer gets a line about each address at which surrogates are left out. */
    public Lookups directory(Transport transport, Consumer<String> lines) {
        return new Lookups(locators(), transport, peers.hosts(), JiniPeers.once(lines));
    }

    /**
     * How this process is reached, and how it reaches others.
     *
     * @throws IllegalArgumentException if a part of TLS is missing, or if an address is beyond this machine without TLS
     */
    public Transport transport() {
        Stream<String> addresses =
                Stream.concat(Stream.of(listen), locators.stream().map(LookupAddress::host));
        return new Transport(listen, CONNECTIONS, peers.tls(addresses));
    }

    /** Reads the address of a lookup service. */
    public static final class Locator implements ITypeConverter<LookupAddress> {
        @Override
        public LookupAddress convert(String value) {
            try {
                return LookupAddress.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is not allowed; allowed is jini://HOST:PORT/ or"
                        + " HOST:PORT, for example jini://127.0.0.1:4160/");
            }
        }
    }
}
