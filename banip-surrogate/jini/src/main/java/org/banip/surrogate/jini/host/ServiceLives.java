package org.banip.surrogate.jini.host;

import java.rmi.server.ExportException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.EndedSurrogate;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.service.SurrogateService;
import org.slf4j.Logger;

/** Exports and registers a surrogate when it appears, and ends both when it disappears. The subscription's thread owns it. */
final class ServiceLives implements SurrogateListener {
    private static final Logger LOG = ServerLog.of(ServiceLives.class);
    /** Of a surrogate that has ended before it was looked for. */
    private static final SurrogateStatistics UNCOUNTED = new SurrogateStatistics(0, 0, 0, 0, 0, 0, 0, List.of());

    private final ExtensionContext host;
    private final ServiceAttributes attributes;
    private final Exports exports;
    private final EndedSessions ended;

    private final Map<UUID, Service> services = new HashMap<>();

    private record Service(ServiceID id, ObjectAddress at, SurrogateHandle handle) {}

    /** Knows of no surrogate yet. */
    ServiceLives(ExtensionContext host, ServiceAttributes attributes, Exports exports, EndedSessions ended) {
        this.host = host;
        this.attributes = attributes;
        this.exports = exports;
        this.ended = ended;
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        host.surrogate(surrogate.session())
                .filter(handle ->
                        handle.description().equals(surrogate)) // it may have ended, and begun again, meanwhile
                .ifPresent(handle -> begin(surrogate, handle));
    }

    private void begin(SurrogateDescription surrogate, SurrogateHandle handle) {
        end(surrogate.session());
        ended.remove(surrogate.session());
        try {
            ObjectAddress at =
                    exports.objects().export(new SurrogateService(handle, exports.rights(), exports.subscriptions()));
            UUID random = UUID.randomUUID(); // two hosts may have a session at once, for a while
            ServiceID id = new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits());
            services.put(surrogate.session(), new Service(id, at, handle));
            exports.registrations().add(new ServiceItem(id, new SurrogateProxy(at), attributes.of(surrogate)));
        } catch (ExportException e) {
            LOG.error("{}: the surrogate does not become a Jini service", surrogate.session(), e);
        }
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        Service known = services.get(surrogate.session());
        SurrogateStatistics counted = known == null ? UNCOUNTED : known.handle().statistics();
        ended.add(new EndedSurrogate(surrogate, counted), reason);
        end(surrogate.session());
    }

    private void end(UUID session) {
        Service service = services.remove(session);
        if (service != null) {
            exports.registrations().remove(service.id());
            exports.objects().unexport(service.at());
        }
    }

    /** Not called: the subscription is one to lives. */
    @Override
    public void delivered(SensorData data) {}
}
