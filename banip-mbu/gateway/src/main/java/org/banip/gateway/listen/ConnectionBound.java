package org.banip.gateway.listen;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.gateway.settings.GatewayLimits;

/**
 * Bounds the open connections of both listeners. If all places are taken, one on which nobody has logged in gives way to a new connection: the oldest one
 * of the address that has most of these. So connections that only wait keep no device away. Any thread; guarded by itself.
 */
final class ConnectionBound {
    private final GatewayLimits limits;
    private final Map<InetAddress, Integer> perAddress = new HashMap<>();
    /** The oldest one first. */
    private final Map<Channel, Open> open = new LinkedHashMap<>();

    private static final class Open {
        final InetAddress from;
        boolean proven;

        Open(InetAddress from) {
            this.from = from;
        }
    }

    ConnectionBound(GatewayLimits limits) {
        this.limits = limits;
    }

    /** Counts a connection until it is closed, unless there are as many as allowed. */
    boolean enter(Channel channel, InetAddress from) {
        Optional<Channel> givesWay;
        synchronized (this) {
            if (perAddress.getOrDefault(from, 0) >= limits.perAddress()) {
                return false;
            }
            givesWay = open.size() < limits.connections() ? Optional.empty() : unproven();
            if (open.size() >= limits.connections() && !givesWay.isPresent()) {
                return false;
            }
            givesWay.ifPresent(this::leave);
            open.put(channel, new Open(from));
            perAddress.merge(from, 1, Integer::sum);
        }
        if (givesWay.isPresent()) {
            var unusedClose = givesWay.get().close();
        }
        var unused = channel.closeFuture().addListener(closed -> leave(channel));
        return true;
    }

    /** The oldest one of the address that has most of those on which nobody has logged in. */
    private Optional<Channel> unproven() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        Map<InetAddress, Channel> oldest = new LinkedHashMap<>();
        open.forEach((channel, each) -> {
            if (!each.proven) {
                counts.merge(each.from, 1, Integer::sum);
                oldest.putIfAbsent(each.from, channel);
            }
        });
        return oldest.entrySet().stream()
                .reduce((one, other) ->
                        counts.getOrDefault(other.getKey(), 0) > counts.getOrDefault(one.getKey(), 0) ? other : one)
                .map(Map.Entry::getValue);
    }

    /** Somebody has logged in on a connection. */
    synchronized void proven(Channel channel) {
        Open each = open.get(channel);
        if (each != null) {
            each.proven = true;
        }
    }

    private synchronized void leave(Channel channel) {
        Open each = open.remove(channel);
        if (each != null) {
            perAddress.computeIfPresent(each.from, (of, count) -> count == 1 ? null : count - 1);
        }
    }
}
