package org.banip.surrogate.jini.registration;

import java.io.IOException;
import javax.net.SocketFactory;
import net.jini.core.discovery.LookupLocator;
import net.jini.core.lease.Lease;
import net.jini.core.lookup.ServiceRegistrar;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;

/**
 * A lookup service that answers unicast discovery.
 *
 * @param at where
 * @param transport how to connect
 */
public record UnicastLookup(LookupAddress at, Transport transport) implements LookupSource {
    private static final int ANSWER_MILLIS = 10_000;

    @Override
    public String name() {
        return at.toString();
    }

    @Override
    public SocketFactory sockets() {
        return transport.client();
    }

    @Override
    public ServiceRegistrar find(SocketFactory through) throws IOException, ClassNotFoundException {
        return RegistrarOverSockets.of(
                new LookupLocator(at.host(), at.port(), through).getRegistrar(ANSWER_MILLIS), through);
    }

    @Override
    public Lease lease(ServiceRegistrar by, Lease granted) throws IOException {
        return RegistrarOverSockets.lease(by, granted);
    }
}
