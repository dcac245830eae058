package org.banip.surrogate.interconnect;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.banip.surrogate.api.PathSums;

/**
 * What came by the paths of all interconnects, those that ended included, by their names. MBUs choose the names. So only the first {@value #MOST_NAMES}
 * are told apart, and those that the operator allows; and where anybody may read them, only the latter, because a name may tell who somebody is. Any
 * thread.
 */
public final class PathTotals {
    /** What a request without a name is counted as. */
    public static final String UNNAMED = "unnamed";
    /** What the names beyond the limit are counted as. */
    public static final String OTHER = "other";

    private static final int MOST_NAMES = 32;

    private final Map<String, Total> totals = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Set<String> allowed;

    /**
     * Nothing came yet.
     *
     * @param allowed names that are told apart in any case, and that anybody may read
     */
    public PathTotals(Set<String> allowed) {
        this.allowed = Set.copyOf(allowed);
    }

    /** The sums of one name. */
    static final class Total {
        private final String name;
        final LongAdder begun = new LongAdder();
        final LongAdder bytes = new LongAdder();
        final LongAdder packets = new LongAdder();
        final LongAdder again = new LongAdder();
        final LongAdder redundant = new LongAdder();
        final LongAdder lost = new LongAdder();
        final LongAdder delays = new LongAdder();
        final LongAdder delayNanos = new LongAdder();

        private Total(String name) {
            this.name = name;
        }

        private PathSums sums() {
            return new PathSums(
                    name,
                    begun.sum(),
                    bytes.sum(),
                    packets.sum(),
                    again.sum(),
                    redundant.sum(),
                    lost.sum(),
                    delays.sum(),
                    delayNanos.sum());
        }
    }

    /** The sums to which a path of this name adds. */
    Total of(String name) {
        synchronized (totals) {
            Total known = totals.get(name);
            if (known != null) {
                return known;
            }
            boolean fits = totals.size() < MOST_NAMES || isAllowed(name);
            return totals.computeIfAbsent(fits ? name : OTHER, Total::new);
        }
    }

    private boolean isAllowed(String name) {
        return allowed.contains(name) || name.equals(UNNAMED) || name.equals(OTHER);
    }

    /** All sums, in the order in which the names first came. */
    public List<PathSums> sums() {
        Collection<Total> all;
        synchronized (totals) {
            all = List.copyOf(totals.values());
        }
        return all.stream().map(Total::sums).collect(Collectors.toList());
    }

    /** What anybody may read: the same, but all names that are not allowed are one, {@link #OTHER}. */
    public List<PathSums> shown() {
        Map<String, PathSums> shown = new LinkedHashMap<>();
        for (PathSums sums : sums()) {
            String name = isAllowed(sums.name()) ? sums.name() : OTHER;
            shown.merge(name, sums.named(name), PathSums::plus);
        }
        return List.copyOf(shown.values());
    }
}
