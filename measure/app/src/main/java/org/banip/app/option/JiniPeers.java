package org.banip.app.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.Secret;
import org.banip.surrogate.jini.settings.JiniTlsFiles;
import org.banip.surrogate.jini.transport.TlsContexts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** With which machines a command talks over Jini, and how: a mixin. The names are those of a host's settings. */
public final class JiniPeers {
    @Option(
            names = "--host-address",
            paramLabel = "ADDRESS",
            split = ",",
            converter = HostNames.class,
            description = {
                "Names or addresses of machines whose surrogates are called, and so get the token, besides this machine and"
                        + " that of the lookup service. Surrogates elsewhere are left out.",
                "Default: none."
            })
    private List<String> hosts = List.of();

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
            description =
                    "PKCS#12, JKS or PEM file with the certificates, or their authorities, of the JVMs that are trusted; needed"
                            + " with --jini-key-store. Default: none.")
    private @Nullable Path trustStore;

    @Option(
            names = "--jini-trust-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the trust store's password; PEM needs none. Default: none.")
    private @Nullable Secret trustStorePassword;

    @Option(
            names = "--jini-allow-plain",
            description =
                    "Allow plain connections beyond this machine, because something else protects the network. Default: no.")
    private boolean plain;

    /** Machines whose surrogates are called, besides this one and those of the lookup services. */
    public List<String> hosts() {
        return List.copyOf(hosts);
    }

    /**
     * TLS; empty for plain connections.
     *
     * @param addresses of the machines that are talked with, besides {@link #hosts}
     * @throws IllegalArgumentException if a part of TLS is missing, or if an address is beyond this machine without TLS
     */
    Optional<TlsContexts> tls(Stream<String> addresses) {
        Optional<JiniTlsFiles> tls = JiniTlsFiles.of(
                "--jini-",
                Optional.ofNullable(keyStore),
                Optional.ofNullable(keyStorePassword),
                Optional.ofNullable(trustStore),
                Optional.ofNullable(trustStorePassword));
        if (tls.isEmpty() && !plain) {
            Stream.concat(addresses, hosts.stream())
                    .filter(host -> !isThisMachine(host))
                    .findFirst()
                    .ifPresent(JiniPeers::refusePlain);
        }
        return tls.map(JiniTlsFiles::contexts);
    }

    /** Tells each address once, however many lookup services list it. */
    public static Consumer<String> once(Consumer<String> lines) {
        Set<String> told = ConcurrentHashMap.newKeySet();
        return address -> {
            if (told.add(address)) {
                lines.accept(
                        "surrogates at " + address + " are left out: --host-address allows more machines than this one"
                                + " and those of the lookup services");
            }
        };
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
}
