package org.banip.surrogate.api;

import java.util.Optional;

/** What a host offers to one of its surrogates. Any thread. */
public interface HostContext {
    /**
     * Something the operator gave to the host for its surrogates: a Jini discovery manager, say.
     *
     * @return empty if this host has none of that type
     */
    <T> Optional<T> find(Class<T> type);

    /**
     * Ends the surrogate's interconnect: it is deactivated, and the MBU has to register again. While it is being activated, the registration is
     * refused at once. Returns at once; to call it again, or after the end, does nothing.
     */
    void cancelActivation();
}
