package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.api.PathStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The paths by which an interconnect's data come, and what the host knows of each (docs/paths.md, "What the host shows"). Makes no objects for a packet.
 * Owned by the interconnect's serial executor.
 */
final class SessionPaths {
    private static final int MOST_NAMES = 16;
    /** The host remembers for this many numbers of a group which path brought them; a power of two. */
    private static final int REMEMBERED = 256;

    private static final int PATH_BITS = 5;
    /** A path whose connections have ended may have lost what comes by another one within this time. */
    private static final long LOST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long DELAY_WINDOW_NANOS = TimeUnit.MINUTES.toNanos(5);
    /** What looks later comes from a clock of the MBU that was set. */
    private static final long MOST_DELAY_NANOS = TimeUnit.HOURS.toNanos(1);

    private final PathTotals totals;
    private final List<PathReception> paths = new ArrayList<>();
    /**
     * Of each group who brought the last numbers, once there are two paths: number {@code n} is at {@code n % REMEMBERED}, as {@code n / REMEMBERED}
     * (its low bits, and 1 more so that nothing is 0) and the path's place.
     */
    private int[] @Nullable [] bringers;

    private boolean delayKnown;
    private long delaysBeganNanos;
    private long smallest;
    private long smallestBefore;

    SessionPaths(PathTotals totals, int groups) {
        this.totals = totals;
        bringers = new int[groups] @Nullable [];
    }

    /** Sets the number of groups of the BAN, which only grows. */
    void addGroups(int now) {
        bringers = Arrays.copyOf(bringers, now);
    }

    /** The path of this name. */
    PathReception named(String name) {
        PathReception found = find(name);
        if (found != null) {
            return found;
        }
        if (paths.size() >= MOST_NAMES && !name.equals(PathTotals.OTHER)) {
            return named(PathTotals.OTHER);
        }
        PathReception path = new PathReception(name, totals.of(name), paths.size());
        paths.add(path);
        return path;
    }

    /** The path of this name, if a data request has named it. */
    @Nullable
    PathReception known(String name) {
        PathReception found = find(name);
        return found == null && paths.size() >= MOST_NAMES ? find(PathTotals.OTHER) : found;
    }

    private @Nullable PathReception find(String name) {
        for (PathReception path : paths) {
            if (path.name().equals(name)) {
                return path;
            }
        }
        return null;
    }

    /**
     * A packet or gap came.
     *
     * @param isNew whether it is the first to come with its number
     * @param outOfOrder whether its request had brought a later one
     * @param mayBeReplay whether its request may be what somebody recorded. What is new, nobody could send before
     */
    void came(PathReception by, Sequenced item, boolean isNew, boolean outOfOrder, boolean mayBeReplay) {
        by.came(isNew || !mayBeReplay);
        if (isNew) {
            remember(by, item);
            if (outOfOrder) {
                missedByOther(by);
            }
        } else if (paths.size() > 1 && bringer(item) != by.number()) {
            by.cameLate();
        } else {
            by.cameAgain();
        }
    }

    private void remember(PathReception by, Sequenced item) {
        if (paths.size() < 2) {
            return;
        }
        int[] ring = bringers[item.group()];
        if (ring == null) {
            ring = new int[REMEMBERED];
            bringers[item.group()] = ring;
        }
        long from = Math.max(item.sequence(), item.nextSequence() - REMEMBERED);
        for (long number = from; number < item.nextSequence(); number++) {
            ring[(int) (number % REMEMBERED)] = (lap(number) << PATH_BITS) | by.number();
        }
    }

    private static int lap(long number) {
        return (int) (number / REMEMBERED) + 1;
    }

    /** The place of the path that brought the number before, or −1. */
    private int bringer(Sequenced item) {
        int[] ring = bringers[item.group()];
        long number = item.nextSequence() - 1;
        int entry = ring == null ? 0 : ring[(int) (number % REMEMBERED)];
        boolean known = entry != 0 && entry >>> PATH_BITS == lap(number) << PATH_BITS >>> PATH_BITS;
        return known ? entry & ((1 << PATH_BITS) - 1) : -1;
    }

    /** Nobody says which path should have brought it: taken to be the one that is quiet for the longest time. */
    private void missedByOther(PathReception by) {
        PathReception quietest = null;
        for (int p = 0; p < paths.size(); p++) {
            PathReception path = paths.get(p);
            boolean mayHave = path.isOpen() || by.lastNanos() - path.lastNanos() < LOST_NANOS;
            if (path != by && mayHave && (quietest == null || path.lastNanos() - quietest.lastNanos() < 0)) {
                quietest = path;
            }
        }
        if (quietest != null) {
            quietest.missed();
        }
    }

    /**
     * A time request came.
     *
     * @param lateNanos the host's clock less the MBU's when it was sent: the delay, and what the clocks differ by
     */
    void asked(PathReception by, long lateNanos, long nowNanos) {
        if (!delayKnown || nowNanos - delaysBeganNanos >= DELAY_WINDOW_NANOS) {
            smallestBefore = delayKnown ? smallest : lateNanos;
            smallest = lateNanos;
            delaysBeganNanos = nowNanos;
            delayKnown = true;
        }
        smallest = Math.min(smallest, lateNanos);
        long delay = lateNanos - Math.min(smallest, smallestBefore);
        if (delay >= 0 && delay <= MOST_DELAY_NANOS) {
            by.delayed(delay);
        }
    }

    List<PathStatistics> statistics(long nowNanos, long patienceNanos) {
        List<PathStatistics> all = new ArrayList<>();
        paths.forEach(path -> all.add(path.statistics(nowNanos, patienceNanos)));
        return all;
    }
}
