package org.banip.app.option;

import java.util.stream.Stream;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private final JiniPeers peers = new JiniPeers();

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
        Transport loopback = Transport.loopback();
        return new Transport(loopback.address(), loopback.connections(), peers.tls(Stream.of(locator.host())));
    }

    /** Machines whose surrogates are called. */
    public AllowedHosts hosts() {
        return AllowedHosts.of(locator).and(peers.hosts());
    }
}
