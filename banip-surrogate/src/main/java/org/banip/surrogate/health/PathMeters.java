package org.banip.surrogate.health;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.banip.server.health.Metrics;
import org.banip.surrogate.api.PathSums;

/** The meters {@code banip.host.path.…}, one of each for each name of a path that may be shown. A name gets its meters when it is first seen. */
final class PathMeters {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Metrics metrics;
    private final Map<String, Latest> known = new HashMap<>();

    PathMeters(Metrics metrics) {
        this.metrics = metrics;
    }

    private static final class Latest {
        volatile PathSums sums;

        Latest(PathSums sums) {
            this.sums = sums;
        }
    }

    /** Takes the values that a scrape reads. */
    synchronized void update(List<PathSums> shown) {
        for (PathSums sums : shown) {
            Latest latest = known.get(sums.name());
            if (latest == null) {
                latest = new Latest(sums);
                known.put(sums.name(), latest);
                register(latest);
            }
            latest.sums = sums;
        }
    }

    private void register(Latest of) {
        counter(of, "bytes", "bytes", "bytes of request bodies, by path", PathSums::bodyBytes);
        counter(of, "packets", "", "packets and gaps that came, by path", PathSums::packets);
        counter(of, "again", "", "of these, came by the same path before", PathSums::again);
        counter(of, "redundant", "", "of these, had come by another path before", PathSums::redundant);
        counter(of, "lost", "", "packets and gaps that came by another path instead, as far as known", PathSums::lost);
        counter(of, "requests.begun", "", "data requests begun, by path", PathSums::begun);
        counter(of, "time.requests", "", "time requests, by path", PathSums::timeRequests);
        counter(
                of,
                "delay",
                "seconds",
                "sum of the one-way delays of these above the smallest of their session",
                sums -> sums.delayNanos() / NANOS_PER_SECOND);
    }

    private void counter(Latest of, String name, String unit, String help, ToDoubleFunction<PathSums> value) {
        metrics.counter(
                "banip.host.path." + name, unit, help, "path", of.sums.name(), () -> value.applyAsDouble(of.sums));
    }
}
