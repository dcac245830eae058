package org.banip.wsb.spi;

import java.util.List;

/**
 * Where a broker looks up the surrogate hosts that it relays to. All of them must share one store, because an MBU goes on at another one when its
 * host is dead. Whether a host lives, and how busy it is, the broker asks the hosts themselves. Safe for use by many threads.
 *
 * <p>Brokers that serve the same MBUs should see the same hosts with the same ids. An MBU whose host a broker does not know registers again, and may
 * get another host.
 */
public interface HostDirectory extends AutoCloseable {
    /**
     * The hosts known now, each id once; an unmodifiable list. It is asked for each request, so it must answer at once, with what it knows. While
     * there are none, MBUs are told to try again later.
     */
    List<KnownHost> hosts();

    /** Ends its threads, if it has any. */
    @Override
    default void close() {}
}
