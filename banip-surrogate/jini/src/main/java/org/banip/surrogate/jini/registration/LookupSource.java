package org.banip.surrogate.jini.registration;

import java.util.concurrent.Callable;
import javax.net.SocketFactory;
import net.jini.core.lease.Lease;
import net.jini.core.lookup.ServiceRegistrar;

/** A lookup service that may be there. */
public interface LookupSource {
    /** What it is called in logs. */
    String name();

    /** Makes connections to it. */
    SocketFactory sockets();

    /**
     * Finds it, within seconds.
     *
     * @param through makes all connections to it, those of later calls as well: closing them frees a thread that waits for an answer
     * @throws Exception if it is not there
     */
    ServiceRegistrar find(SocketFactory through) throws Exception;

    /**
     * A lease that a lookup service granted, over the same connections.
     *
     * @throws Exception if that is not possible
     */
    default Lease lease(ServiceRegistrar by, Lease granted) throws Exception {
        return granted;
    }

    /** One inside this JVM, of this name, that is found in this way. */
    static LookupSource inside(String name, Callable<ServiceRegistrar> way) {
        return new LookupSource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public SocketFactory sockets() {
                return SocketFactory.getDefault();
            }

            @Override
            public ServiceRegistrar find(SocketFactory through) throws Exception {
                return way.call();
            }
        };
    }
}
