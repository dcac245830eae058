package org.banip.surrogate.jini.registration;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.surrogate.jini.transport.Deadlines;

/** The services of this JVM, and the lookup services that are told of them. Any thread. */
public final class Registrations implements AutoCloseable {
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final Map<ServiceID, ServiceItem> wanted = new ConcurrentHashMap<>();
    private final List<RegistrarLink> links;

    /**
     * Begins with no service.
     *
     * @param sources where to register, each on a thread of its own
     * @param lease how long a registration lasts without renewal
     * @param deadlines breaks off calls that have no answer
     */
    public Registrations(List<LookupSource> sources, Duration lease, Deadlines deadlines) {
        links = sources.stream()
                .map(source -> new RegistrarLink(source, lease, wanted, deadlines))
                .toList();
        links.forEach(RegistrarLink::start);
    }

    /** Registers a service everywhere as soon as possible; does not wait. */
    public void add(ServiceItem service) {
        wanted.put(service.serviceID, service);
        links.forEach(RegistrarLink::changed);
    }

    /** Cancels its registrations as soon as possible; does not wait. */
    public void remove(ServiceID service) {
        if (wanted.remove(service) != null) {
            links.forEach(RegistrarLink::changed);
        }
    }

    /** Per lookup service, how many surrogates are registered there now, and what is wrong with it. */
    public List<LinkStatus> status() {
        return links.stream().map(RegistrarLink::status).toList();
    }

    /** Cancels all registrations. Waits for that, five seconds at most; what is left then ends with its lease. */
    @Override
    public void close() {
        wanted.clear();
        links.forEach(RegistrarLink::end);
        long deadline = System.nanoTime() + LONGEST_END.toNanos();
        links.forEach(link -> link.join(deadline));
    }
}
