package org.banip.app.option;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.discovery.AnnouncedLookups;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;
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
            description = {
                "The lookup service: jini://HOST:PORT/, as the host or 'banip lookup' prints it.",
                "Default: " + DEFAULT_LOCATOR + ", unless --multicast is given."
            })
    private @Nullable LookupAddress locator;

    @Mixin
    private final MulticastOptions multicast = new MulticastOptions();

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

    /**
     * Where lookup services are; those that are announced within some seconds, if they are wanted.
     *
     * @throws CommandLine.ParameterException if there are two ways, or announcements cannot be heard
     * @throws BanipException {@code HOST_UNAVAILABLE} if none is announced
     */
    public List<LookupAddress> lookups() throws InterruptedException {
        if (multicast.isWanted() && locator != null) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--locator and --multicast are given, one of them is allowed");
        }
        Optional<AnnouncedLookups> listening = Checked.options(spec, () -> multicast.listen(peers.hosts()));
        if (listening.isEmpty()) {
            return List.of(locator());
        }
        try (AnnouncedLookups announced = listening.get()) {
            List<LookupAddress> heard = announced.awaitAll();
            if (heard.isEmpty()) {
                throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "there are no " + announced.inWords());
            }
            return heard;
        }
    }

    private LookupAddress locator() {
        return locator == null ? LookupAddress.parse(DEFAULT_LOCATOR) : locator;
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
        return new Transport(
                loopback.address(),
                loopback.connections(),
                peers.tls(Stream.of(locator().host())));
    }

    /** Machines whose surrogates are called if this lookup service lists them. */
    public AllowedHosts hosts(LookupAddress lookup) {
        return AllowedHosts.of(lookup).and(peers.hosts());
    }
}
