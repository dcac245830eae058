package org.banip.surrogate.health;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.banip.server.health.Metrics;
import org.banip.surrogate.api.PathSums;
import org.banip.surrogate.interconnect.PathTotals;

/**
 * The meters {@code banip.host.path.…}, one of each for each name of a path that the operator lets them show. MBUs choose the names, so a name may tell
 * who somebody is: all others are shown as {@code other}. A name gets its meters when it is first seen.
 */
final class PathMeters {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Metrics metrics;
    private final Set<String> shown;
    private final Map<String, Latest> known = new HashMap<>();

    PathMeters(Metrics metrics, Set<String> shown) {
        this.metrics = metrics;
        this.shown = shown;
    }

    private static final class Latest {
        volatile PathSums sums;

        Latest(PathSums sums) {
            this.sums = sums;
        }
    }

    /** Takes the values that a scrape reads. */
    synchronized void update(List<PathSums> all) {
        Map<String, PathSums> byLabel = new LinkedHashMap<>();
        all.forEach(sums -> byLabel.merge(label(sums.name()), sums, PathMeters::together));
        for (Map.Entry<String, PathSums> entry : byLabel.entrySet()) {
            PathSums sums = named(entry.getKey(), entry.getValue());
            Latest latest = known.get(sums.name());
            if (latest == null) {
                latest = new Latest(sums);
                known.put(sums.name(), latest);
                register(latest);
            }
            latest.sums = sums;
        }
    }

    private String label(String name) {
        return name.equals(PathTotals.UNNAMED) || shown.contains(name) ? name : PathTotals.OTHER;
    }

    private static PathSums named(String label, PathSums sums) {
        return new PathSums(
                label,
                sums.begun(),
                sums.bodyBytes(),
                sums.packets(),
                sums.again(),
                sums.redundant(),
                sums.lost(),
                sums.timeRequests(),
                sums.delayNanos());
    }

    private static PathSums together(PathSums one, PathSums other) {
        return new PathSums(
                one.name(),
                one.begun() + other.begun(),
                one.bodyBytes() + other.bodyBytes(),
                one.packets() + other.packets(),
                one.again() + other.again(),
                one.redundant() + other.redundant(),
                one.lost() + other.lost(),
                one.timeRequests() + other.timeRequests(),
                one.delayNanos() + other.delayNanos());
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
