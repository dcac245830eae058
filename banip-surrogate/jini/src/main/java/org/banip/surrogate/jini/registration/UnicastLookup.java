package org.banip.surrogate.jini.registration;

import java.io.IOException;
import net.jini.core.discovery.LookupLocator;
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
    public ServiceRegistrar find() throws IOException, ClassNotFoundException {
        return new LookupLocator(at.host(), at.port(), transport.client()).getRegistrar(ANSWER_MILLIS);
    }
}
