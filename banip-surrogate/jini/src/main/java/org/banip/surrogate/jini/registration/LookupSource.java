package org.banip.surrogate.jini.registration;

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
}
