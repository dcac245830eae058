package org.banip.app.option;

import java.util.List;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.discovery.AnnouncedLookups;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a command reaches lookup services: a mixin. */
public final class LookupOptions {
    @Option(
            names = "--locator",
            paramLabel = "ADDRESS",
            split = ",",
            converter = Locator.class,
            description = {
                "The lookup services, as jini://HOST:PORT/ or HOST:PORT; the host and 'banip lookup' print it.",
                "Default: " + Locator.DEFAULT + ", unless --multicast is given."
            })
    private List<LookupAddress> locators = List.of();

    @Mixin
    private final MulticastOptions multicast = new MulticastOptions();

    @Mixin
    private final JiniPeers peers = new JiniPeers();

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /**
     * Where lookup services are; those that are announced within some seconds, if they are wanted.
     *
     * @throws CommandLine.ParameterException if there are two ways, or announcements cannot be heard
     * @throws BanipException {@code HOST_UNAVAILABLE} if none is announced
     */
    public List<LookupAddress> lookups() throws InterruptedException {
        if (multicast.isWanted() && !locators.isEmpty()) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--locator and --multicast are given, one of them is allowed");
        }
        Optional<AnnouncedLookups> listening = Checked.options(spec, () -> multicast.listen(peers.hosts()));
        if (listening.isEmpty()) {
            return locators();
        }
        try (AnnouncedLookups announced = listening.get()) {
            List<LookupAddress> heard = announced.awaitAll();
            if (heard.isEmpty()) {
                throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "there are no " + announced.inWords());
            }
            return heard;
        }
    }

    private List<LookupAddress> locators() {
        return locators.isEmpty() ? List.of(LookupAddress.parse(Locator.DEFAULT)) : locators;
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
                peers.tls(locators().stream().map(LookupAddress::host)));
    }

    /** Machines whose surrogates are shown if this lookup service lists them. */
    public AllowedHosts hosts(LookupAddress lookup) {
        return AllowedHosts.of(lookup).and(peers.hosts());
    }
}
