package org.banip.app.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.Secret;
import org.banip.surrogate.jini.settings.JiniTlsFiles;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
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

    @Option(
            names = "--jini-key-store",
            paramLabel = "FILE",
            description =
                    "Talk TLS 1.3 with key and certificate of this PKCS#12 or JKS file. Default: plain connections.")
    private @Nullable Path keyStore;

    @Option(
            names = "--jini-key-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the key store's password. Default: none.")
    private @Nullable Secret keyStorePassword;

    @Option(
            names = "--jini-trust-store",
            paramLabel = "FILE",
            description = "Certificates of the JVMs that are trusted, a PKCS#12 or JKS file. Default: none.")
    private @Nullable Path trustStore;

    @Option(
            names = "--jini-trust-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the trust store's password. Default: none.")
    private @Nullable Secret trustStorePassword;

    @Option(
            names = "--jini-allow-plain",
            description =
                    "Allow plain connections beyond this machine, because something else protects the network. Default: no.")
    private boolean plain;

    /** Where BANs are looked up. */
    public List<LookupAddress> locators() {
        return List.copyOf(locators);
    }

    /** The lookup services as text. */
    public String locatorsInWords() {
        return locators.stream().map(at -> "jini://" + at + "/").collect(Collectors.joining(", "));
    }

    /**
     * How this process is reached, and how it reaches others.
     *
     * @throws IllegalArgumentException if a part of TLS is missing, or if an address is beyond this machine without TLS
     */
    public Transport transport() {
        Optional<JiniTlsFiles> tls = JiniTlsFiles.of(
                "--jini-",
                Optional.ofNullable(keyStore),
                Optional.ofNullable(keyStorePassword),
                Optional.ofNullable(trustStore),
                Optional.ofNullable(trustStorePassword));
        if (tls.isEmpty() && !plain) {
            Stream.concat(Stream.of(listen), locators.stream().map(LookupAddress::host))
                    .filter(host -> !isThisMachine(host))
                    .findFirst()
                    .ifPresent(JiniOptions::refusePlain);
        }
        return new Transport(listen, CONNECTIONS, tls.map(JiniTlsFiles::context));
    }

    private static boolean isThisMachine(String host) {
        return host.equals("localhost")
                || AddressLiteral.read(host)
                        .filter(address -> address.isLoopbackAddress())
                        .isPresent();
    }

    private static void refusePlain(String host) {
        throw new IllegalArgumentException(
                host + " is beyond this machine and needs TLS (--jini-key-store), because tokens and"
                        + " signals would go in plain text; --jini-allow-plain allows that where something else protects the network");
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
