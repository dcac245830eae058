package org.banip.mbu.netty;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;

/**
 * Remembers for some time something about the way to a broker from a network (docs/protocol.md, section 4.2). The network is known by the address
 * that the device has there: the configured one, or that from which the system sends to the broker. Any thread that may wait for the lookup of a
 * name.
 */
final class PathMemory {
    /**
     * A broker from a network.
     *
     * @param from the device's address; empty if there was no way to the broker
     */
    private record Route(URI base, Optional<InetAddress> from) {}

    private final long nanos;
    private final AddressOrder addresses = AddressOrder.ofSystem();
    private final Map<Route, Long> since = new ConcurrentHashMap<>();

    PathMemory(Duration time) {
        nanos = time.toNanos();
    }

    private Route route(UplinkContext context) {
        Optional<InetAddress> configured = context.settings().localAddress();
        return new Route(context.base(), configured.isPresent() ? configured : source(context));
    }

    private Optional<InetAddress> source(UplinkContext context) {
        String host = context.base().getHost();
        try {
            for (InetAddress address :
                    addresses.of(host, Optional.empty(), context.known().apply(host))) {
                // The port does not matter.
                InetAddress source =
                        SourceAddress.towardsNow(new InetSocketAddress(address, BrokerAddresses.HTTPS_PORT));
                if (source != null) {
                    return Optional.of(source);
                }
            }
        } catch (UnknownHostException e) {
            return Optional.empty(); // the attempt to connect will fail as well
        }
        return Optional.empty();
    }

    void remember(UplinkContext context) {
        Route route = route(context);
        long now = System.nanoTime();
        since.values().removeIf(then -> now - then >= nanos);
        since.put(route, now);
    }

    boolean has(UplinkContext context) {
        if (!isAny(context.base())) {
            return false; // usual, and needs no lookup
        }
        Long known = since.get(route(context));
        return known != null && System.nanoTime() - known < nanos;
    }

    private boolean isAny(URI base) {
        long now = System.nanoTime();
        return since.entrySet().stream()
                .anyMatch(known -> known.getKey().base().equals(base) && now - known.getValue() < nanos);
    }
}
