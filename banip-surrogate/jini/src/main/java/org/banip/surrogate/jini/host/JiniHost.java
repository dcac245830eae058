package org.banip.surrogate.jini.host;

import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jini.core.lookup.ServiceItem;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.Meters;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.registration.LinkStatus;
import org.banip.surrogate.jini.registration.LookupSource;
import org.banip.surrogate.jini.registration.Registrations;
import org.banip.surrogate.jini.registration.UnicastLookup;
import org.banip.surrogate.jini.service.Rights;
import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.subscription.SubscriptionCounts;
import org.banip.surrogate.jini.subscription.SubscriptionEnd;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.subscription.Subscriptions;
import org.banip.surrogate.jini.transport.Transport;

/** What runs where Jini is on: exported surrogates, their registrations, and the lookup service inside the host. */
final class JiniHost implements AutoCloseable {
    private final Begun begun = new Begun();
    private final RemoteObjects objects;
    private final Optional<LookupService> lookup;
    private final Registrations registrations;
    private final Subscriptions subscriptions;

    private JiniHost(
            ExtensionContext host, JiniSettings settings, SubscriptionSettings subscribing, Transport transport)
            throws ExportException {
        begun.add(transport); // ends last
        try {
            objects = begun.add(RemoteObjects.listen(transport));
            lookup = settings.locators().isEmpty() ? Optional.of(lookupInside(settings, transport)) : Optional.empty();
            lookup.ifPresent(begun::add);
            subscriptions = begun.add(new Subscriptions(host, subscribing, transport));
            registrations =
                    begun.add(new Registrations(sources(settings, transport), settings.lease(), transport.deadlines()));
            beginServices(host, settings, SafeTransport.isOpen(transport));
        } catch (ExportException | RuntimeException | Error e) {
            begun.close();
            throw e;
        }
    }

    private List<LookupSource> sources(JiniSettings settings, Transport transport) {
        return lookup.map(JiniHost::inside)
                .map(List::of)
                .orElseGet(() -> settings.locators().stream()
                        .<LookupSource>map(at -> new UnicastLookup(at, transport))
                        .toList());
    }

    private void beginServices(ExtensionContext host, JiniSettings settings, boolean discreet) {
        Rights rights = new Rights(host.find(ViewerAccess.class), settings.commandTokens());
        Exports exports = new Exports(rights, subscriptions, objects, registrations);
        ServiceAttributes attributes = new ServiceAttributes(settings.hostName(), settings.lease(), discreet);
        EndedSessions ended =
                begun.add(new EndedSessions(exports, attributes, settings.endedSessions(), settings.endedFor()));
        ended.addStoredLater(host);
        begun.add(host.subscribeToLives("jini", new ServiceLives(host, attributes, exports, ended)));
    }

    private static LookupService lookupInside(JiniSettings settings, Transport transport) {
        LookupService started = LookupService.start(
                new LookupSettings(transport, settings.lookupPort(), settings.groups(), settings.lease(), 0));
        return settings.multicast() ? started.announced() : started;
    }

    private static LookupSource inside(LookupService service) {
        return LookupSource.inside("inside", service::registrar);
    }

    /**
     * Begins.
     *
     * @throws IllegalArgumentException if the settings are unsafe
     * @throws BanipException {@code LIMIT_REACHED} if a port is taken, {@code INTERNAL} if the lookup service does not start or cannot be announced
     */
    static JiniHost start(ExtensionContext host, JiniSettings settings, SubscriptionSettings subscribing) {
        boolean viewersNeedToken =
                host.find(ViewerAccess.class).filter(ViewerAccess::needsToken).isPresent();
        Transport transport = SafeTransport.of(settings, viewersNeedToken);
        JvmFilter.installForRiver();
        transport.connectReceived();
        try {
            return new JiniHost(host, settings, subscribing, transport);
        } catch (ExportException e) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "jini-listen " + settings.listen() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    /** Registers the host itself, for brokers. */
    void register(ServiceItem itself) {
        registrations.add(itself);
    }

    /** What became of the subscribers in other JVMs. */
    SubscriptionCounts subscribers() {
        return subscriptions.counts();
    }

    /** Lets monitoring see the subscribers in other JVMs, and refused connections. */
    void meters(Meters to) {
        to.gauge(
                "subscriptions",
                "subscriptions of other JVMs",
                () -> subscribers().open());
        to.counter(
                "subscriptions.begun",
                "subscriptions granted to other JVMs",
                () -> subscribers().begun());
        to.counter(
                "subscriptions.refused",
                "subscriptions refused because of a bound or an address",
                () -> subscribers().refused());
        for (SubscriptionEnd reason : SubscriptionEnd.values()) {
            to.counter(
                    "subscriptions.ended",
                    "subscriptions of other JVMs that ended, by reason",
                    "reason",
                    reason.token(),
                    () -> subscribers().ended(reason));
        }
        to.counter(
                "subscriptions.calls",
                "calls that subscribers answered",
                () -> subscribers().calls());
        to.counter(
                "subscriptions.events",
                "events in these calls",
                () -> subscribers().events());
        to.counter("connections.refused", "connections of other JVMs that were refused", this::refusedConnections);
    }

    private long refusedConnections() {
        return objects.refused().total()
                + lookup.map(LookupService::refusedConnections).orElse(0L);
    }

    /**
     * One line for the operator: where the lookup service is, how many surrogates are registered, how many subscriptions there are and were cut off,
     * how many connections were refused.
     */
    String status() {
        List<String> said = new ArrayList<>();
        int registered = registrations.status().stream()
                .mapToInt(LinkStatus::registered)
                .max()
                .orElse(0);
        if (registered > 0) {
            said.add(Counted.of(registered, "surrogate") + " registered");
        }
        SubscriptionCounts subscribing = subscribers();
        if (subscribing.open() > 0) {
            said.add(Counted.of(subscribing.open(), "subscription"));
        }
        long cutOff = subscribing.ended(SubscriptionEnd.CUT_OFF);
        if (cutOff > 0) {
            said.add(Counted.of(cutOff, "subscription") + " cut off");
        }
        long refused = refusedConnections();
        if (refused > 0) {
            said.add(Counted.of(refused, "connection") + " refused");
        }
        said.add(lookup.map(inside -> "lookup service at " + inside.locator()).orElseGet(this::elsewhere));
        return "Jini: " + String.join(", ", said);
    }

    private String elsewhere() {
        return "registers with "
                + registrations.status().stream()
                        .map(link -> link.name() + (link.problem().isEmpty() ? "" : " (" + link.problem() + ")"))
                        .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        begun.close();
    }
}
