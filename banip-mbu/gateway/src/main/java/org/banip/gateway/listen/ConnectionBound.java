package org.banip.gateway.listen;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.banip.gateway.settings.GatewayLimits;

/** Counts the open connections of both listeners. Any thread; guarded by itself. */
final class ConnectionBound {
    private final GatewayLimits limits;
    private final Map<InetAddress, Integer> perAddress = new HashMap<>();
    private int open;

    ConnectionBound(GatewayLimits limits) {
        this.limits = limits;
    }

    /** Counts a connection, unless there are as many as allowed. */
    synchronized boolean enter(InetAddress address) {
        if (open >= limits.connections() || perAddress.getOrDefault(address, 0) >= limits.perAddress()) {
            return false;
        }
        open++;
        perAddress.merge(address, 1, Integer::sum);
        return true;
    }

    /** A counted connection has ended. */
    synchronized void leave(InetAddress address) {
        open--;
        perAddress.computeIfPresent(address, (of, count) -> count == 1 ? null : count - 1);
    }
}
