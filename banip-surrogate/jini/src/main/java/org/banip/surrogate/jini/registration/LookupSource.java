package org.banip.surrogate.jini.registration;

import java.util.concurrent.Callable;
import net.jini.core.lookup.ServiceRegistrar;

/** A lookup service that may be there. */
public interface LookupSource {
    /** What it is called in logs. */
    String name();

    /**
     * Finds it, within seconds.
     *
     * @throws Exception if it is not there
     */
    ServiceRegistrar find() throws Exception;

    /** A source of this name that finds it in this way. */
    static LookupSource of(String name, Callable<ServiceRegistrar> way) {
        return new LookupSource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public ServiceRegistrar find() throws Exception {
                return way.call();
            }
        };
    }
}
