package org.banip.mbu.netty;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.mbu.spi.UplinkContext;

/** Remembers for some time something about the way to a broker from a network. Any thread. */
final class PathMemory {
    private final long nanos;
    private final Map<String, Long> since = new ConcurrentHashMap<>();

    PathMemory(Duration time) {
        nanos = time.toNanos();
    }

    private static String path(UplinkContext context) {
        return context.base() + " from " + context.settings().localAddress();
    }

    void remember(UplinkContext context) {
        long now = System.nanoTime();
        since.values().removeIf(then -> now - then >= nanos);
        since.put(path(context), now);
    }

    boolean has(UplinkContext context) {
        Long known = since.get(path(context));
        return known != null && System.nanoTime() - known < nanos;
    }
}
