package org.banip.mbu.spi;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * Tells an MBU which networks the device has now, for paths with a local address or an interface (docs/paths.md). {@link #polled} asks the system,
 * {@link ToldNetworks} is told by the app. Any thread; answers at once.
 */
public interface Networks {
    /** How often {@link #polled} looks by default. */
    Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    /**
     * The addresses of an interface, the preferred one first; empty if it has none now or does not exist. The MBU leaves out link-local ones, from which
     * it makes no connections.
     */
    List<InetAddress> addresses(String networkInterface);

    /** Whether connections can be made from this address. */
    boolean has(InetAddress address);

    /** Begins to watch: from now on the action runs whenever a network may have come or gone. It may run on any thread and does not block for long. */
    Watch watch(Runnable mayHaveChanged);

    /** Ends a watch. */
    interface Watch extends AutoCloseable {
        /** Ends it, and its threads. Any thread, any number of times. */
        @Override
        void close();
    }

    /**
     * Networks as {@link java.net.NetworkInterface} knows them. Each watch has a thread that runs the action at this interval.
     *
     * @throws IllegalArgumentException if the interval is outside 100 ms to 1 hour
     */
    static Networks polled(Duration interval) {
        return new PolledNetworks(interval);
    }
}
