package org.banip.measure.paths;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Bytes that each link was given, both ways and IP headers included, at equal distances of time. Guarded by its monitor. */
final class LinkUse {
    /** If it carried fewer bytes, no link counts as the one in use. */
    private static final long FEW = 1000;

    private static final long SWITCH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final double NANOS_PER_SECOND = 1e9;

    private final long stepNanos;
    private final List<List<Long>> steps = new ArrayList<>();
    private @Nullable IOException problem;

    LinkUse(long stepNanos) {
        this.stepNanos = stepNanos;
    }

    /** The bytes of all links so far, at the next step. */
    synchronized void add(List<Long> bytes) {
        steps.add(List.copyOf(bytes));
    }

    synchronized void fail(IOException cause) {
        problem = cause;
    }

    synchronized void requireWorking() throws IOException {
        IOException cause = problem;
        if (cause != null) {
            throw cause;
        }
    }

    /** Bytes of a link between two instants; until the end if there are no steps so late. */
    synchronized long bytes(int link, Duration from, Duration until) {
        return at(link, until) - at(link, from);
    }

    /** All bytes of a link since the first step. */
    synchronized long bytes(int link) {
        return steps.isEmpty()
                ? 0
                : steps.get(steps.size() - 1).get(link) - steps.get(0).get(link);
    }

    private long at(int link, Duration when) {
        int index = (int) Math.min(when.toNanos() / stepNanos, steps.size() - 1L);
        return index < 0 ? 0 : steps.get(index).get(link);
    }

    /**
     * How often another link became the one that carried most in the last second. In a shorter time what TCP repeats on a dead link may be more than what
     * goes on the other one, if that has a long round trip.
     */
    synchronized int switches() {
        int switches = 0;
        int inUse = -1;
        int window = (int) Math.max(1, SWITCH_NANOS / stepNanos);
        for (int step = 1; step < steps.size(); step++) {
            int most = most(steps.get(Math.max(0, step - window)), steps.get(step));
            if (most >= 0 && inUse >= 0 && most != inUse) {
                switches++;
            }
            inUse = most >= 0 ? most : inUse;
        }
        return switches;
    }

    private static int most(List<Long> before, List<Long> after) {
        int most = -1;
        long bytes = FEW - 1;
        for (int link = 0; link < after.size(); link++) {
            long own = after.get(link) - before.get(link);
            if (own > bytes) {
                most = link;
                bytes = own;
            }
        }
        return most;
    }

    /** A line for each step: seconds, and the bytes of each link since the link was opened. */
    synchronized void write(Path csv) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int step = 0; step < steps.size(); step++) {
            lines.add(step * stepNanos / NANOS_PER_SECOND + ","
                    + steps.get(step).stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        Files.write(csv, lines);
    }
}
