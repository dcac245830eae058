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
import org.banip.surrogate.api.Subscription;
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
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.subscription.Subscriptions;
import org.banip.surrogate.jini.transport.ReceiversSockets;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;

/** What runs where Jini is on: exported surrogates, their registrations, and the lookup service inside the host. */
final class JiniHost implements AutoCloseable {
    private final RemoteObjects objects;
    private final Optional<LookupService> lookup;
    private final Registrations registrations;
    private final Subscriptions subscriptions;
    private @Nullable Subscription lives;
    private @Nullable EndedSessions ended;

    private JiniHost(
            ExtensionContext host, JiniSettings settings, SubscriptionSettings subscribing, Transport transport)
            throws ExportException {
        objects = RemoteObjects.listen(transport);
        try {
            lookup = settings.locators().isEmpty() ? Optional.of(lookupInside(settings, transport)) : Optional.empty();
        } catch (RuntimeException | Error e) {
            objects.close();
            throw e;
        }
        registrations = new Registrations(
                lookup.map(JiniHost::inside)
                        .map(List::of)
                        .orElseGet(() -> settings.locators().stream()
                                .<LookupSource>map(at -> new UnicastLookup(at, transport))
                                .toList()),
                settings.lease());
        subscriptions = new Subscriptions(host, subscribing, transport.client());
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
        Optional<ViewerAccess> viewers = host.find(ViewerAccess.class);
        Transport transport = SafeTransport.of(
                settings, viewers.filter(ViewerAccess::needsToken).isPresent());
        JvmFilter.installForRiver();
        ReceiversSockets.use(transport);
        JiniHost started;
        try {
            started = new JiniHost(host, settings, subscribing, transport);
        } catch (ExportException e) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "jini-listen " + settings.listen() + " cannot be used: " + e.getMessage(),
                    e);
        }
        Rights rights = new Rights(viewers, settings.commandToken());
        Exports exports = new Exports(rights, started.subscriptions, started.objects, started.registrations);
        EndedSessions ended = new EndedSessions(exports, EndedSessions.MOST, EndedSessions.KEPT);
        started.ended = ended;
        started.lives = host.subscribeToLives(
                "jini",
                new ServiceLives(
                        host, settings.hostName(), settings.lease(), SafeTransport.isOpen(transport), exports, ended));
        return started;
    }

    /** Registers the host itself, for brokers. */
    void register(ServiceItem itself) {
        registrations.add(itself);
    }

    /** What became of the subscribers in other JVMs. */
    SubscriptionCounts subscribers() {
        return subscriptions.counts();
    }

    /** One line for the operator: where the lookup service is, how many surrogates are registered, how many connections were refused. */
    String status() {
        List<String> said = new ArrayList<>();
        int registered = registrations.status().stream()
                .mapToInt(LinkStatus::registered)
                .max()
                .orElse(0);
        if (registered > 0) {
            said.add(Counted.of(registered, "surrogate") + " registered");
        }
        long refused = objects.refused().total()
                + lookup.map(LookupService::refusedConnections).orElse(0L);
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
        if (lives != null) {
            lives.close();
        }
        if (ended != null) {
            ended.close();
        }
        registrations.close();
        subscriptions.close();
        lookup.ifPresent(LookupService::close);
        objects.close();
    }
}
