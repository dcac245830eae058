package org.banip.app.option;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.Secret;
import org.banip.surrogate.jini.settings.JiniTlsFiles;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How a command reaches a lookup service: a mixin. */
public final class LookupOptions {
    private static final String DEFAULT_LOCATOR = "jini://127.0.0.1:4160/";

    @Option(
            names = "--locator",
            paramLabel = "ADDRESS",
            converter = Locator.class,
            defaultValue = DEFAULT_LOCATOR,
            description = {
                "The lookup service: jini://HOST:PORT/, as the host or 'banip lookup' prints it.",
                "Default: ${DEFAULT-VALUE}."
            })
    private LookupAddress locator = LookupAddress.parse(DEFAULT_LOCATOR);

    @Option(
            names = "--key-store",
            paramLabel = "FILE",
            description =
                    "Talk TLS 1.3 with key and certificate of this PKCS#12 or JKS file. Default: plain connections.")
    private @Nullable Path keyStore;

    @Option(
            names = "--key-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the key store's password. Default: none.")
    private @Nullable Secret keyStorePassword;

    @Option(
            names = "--trust-store",
            paramLabel = "FILE",
            description =
                    "PKCS#12 or JKS file with the certificates, or their authorities, of lookup service and hosts;"
                            + " needed with --key-store. Default: none.")
    private @Nullable Path trustStore;

    @Option(
            names = "--trust-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the trust store's password. Default: none.")
    private @Nullable Secret trustStorePassword;

    @Option(
            names = "--allow-plain",
            description =
                    "Connect to a lookup service on another machine without TLS, because something else protects the"
                            + " network. Default: no.")
    private boolean plain;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Reads an address. */
    static final class Locator implements ITypeConverter<LookupAddress> {
        @Override
        public LookupAddress convert(String value) {
            try {
                return LookupAddress.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed: " + e.getMessage() + ", for example " + DEFAULT_LOCATOR);
            }
        }
    }

    /** Where the lookup service is. */
    public LookupAddress locator() {
        return locator;
    }

    /**
     * How this process connects. It listens on loopback, if it listens at all.
     *
     * @throws CommandLine.ParameterException if TLS is incomplete, or is missing for another machine
     */
    public Transport transport() {
        return Checked.options(spec, this::checked);
    }

    private Transport checked() {
        Optional<JiniTlsFiles> tls = JiniTlsFiles.of(
                "",
                Optional.ofNullable(keyStore),
                Optional.ofNullable(keyStorePassword),
                Optional.ofNullable(trustStore),
                Optional.ofNullable(trustStorePassword));
        if (tls.isEmpty() && !plain && !isThisMachine()) {
            throw new IllegalArgumentException("the lookup service " + locator + " is beyond this machine and needs TLS"
                    + " (--key-store), unless plain connections are allowed explicitly (--allow-plain)");
        }
        Transport loopback = Transport.loopback();
        return new Transport(loopback.address(), loopback.connections(), tls.map(JiniTlsFiles::context));
    }

    private boolean isThisMachine() {
        return locator.host().equals("localhost")
                || AddressLiteral.read(locator.host())
                        .filter(address -> address.isLoopbackAddress())
                        .isPresent();
    }
}
