package org.banip.mbu.interconnect;

import java.util.List;
import java.util.stream.Collectors;
import org.banip.mbu.spi.Networks;
import org.jspecify.annotations.Nullable;

/** Watches the networks of an interconnect's paths, if there is something to watch, and tells the links (docs/paths.md). Any thread; guarded by itself. */
final class PathMonitor {
    private final List<Link> watched;
    private boolean stopped;
    private Networks.@Nullable Watch watch;

    PathMonitor(List<Link> links) {
        watched = links.stream().filter(link -> link.network().isWatched()).collect(Collectors.toList());
    }

    /** Begins to watch. */
    synchronized void start() {
        if (!stopped && watch == null && !watched.isEmpty()) {
            watch = watched.get(0).path().networks().watch(() -> watched.forEach(Link::networksChanged));
        }
    }

    /** Ends the watch. */
    synchronized void stop() {
        stopped = true;
        if (watch != null) {
            watch.close();
        }
    }
}
