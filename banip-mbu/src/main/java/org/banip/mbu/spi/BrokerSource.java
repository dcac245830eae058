package org.banip.mbu.spi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tells which brokers an MBU may use (docs/discovery.md). One thread of the MBU asks, {@code banip-brokers}: when the MBU starts, when its broker
 * fails, and while it looks for a better one.
 */
public interface BrokerSource extends AutoCloseable {
    /** The most brokers that an MBU takes from a source; it leaves out the others. */
    int MOST = 64;

    /**
     * A broker.
     *
     * @param base its base URL, {@code http} or {@code https}; the MBU refuses others, and {@code http} to another machine unless that is allowed
     * @param priority 0 to 65,535: brokers with a higher number are used only while none with a lower one can be reached (RFC 2782)
     * @param weight 0 to 65,535: how often the broker goes first among those of its priority, in proportion (RFC 2782). If all have the weight 0, they
     *     stay in the order of the list
     */
    record Broker(URI base, int priority, int weight) {
        private static final int HIGHEST = 65_535;

        /** Checks the numbers. */
        public Broker {
            if (priority < 0 || priority > HIGHEST || weight < 0 || weight > HIGHEST) {
                throw new IllegalArgumentException("broker " + base + ": priority " + priority + " and weight " + weight
                        + " must be 0 to " + HIGHEST);
            }
        }
    }

    /**
     * The brokers that there are now. May block for some seconds.
     *
     * @return one at least
     * @throws IOException if they cannot be found; its message is for people. The MBU goes on with those that it knows, and asks again later
     */
    List<Broker> brokers() throws IOException;

    /**
     * The addresses of a broker's host, if the source knows them better than the system does; nothing if the system is to look the name up. Called by
     * threads that connect, whenever they do; must not block.
     */
    default List<InetAddress> addresses(String host) {
        return List.of();
    }

    /** Ends what the source has open. */
    @Override
    default void close() {}

    /** These brokers, all of one priority, the preferred one first. */
    static BrokerSource of(List<URI> bases) {
        List<Broker> all =
                List.copyOf(bases.stream().map(base -> new Broker(base, 0, 0)).collect(Collectors.toList()));
        if (all.isEmpty()) {
            throw new IllegalArgumentException("brokers: none is given, at least one is needed");
        }
        return () -> all;
    }

    /** Makes one kind of source. {@link java.util.ServiceLoader} finds them. */
    interface Factory {
        /** The name in the settings, for example {@code srv}. */
        String name();

        /** One sentence for help texts. */
        String description();

        /**
         * A source; finds nothing yet.
         *
         * @param place what follows the name in the settings, for example a domain; may be empty
         * @throws IllegalArgumentException if it cannot be one
         */
        BrokerSource open(String place);
    }
}
