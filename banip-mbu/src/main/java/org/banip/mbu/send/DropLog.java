package org.banip.mbu.send;

import java.util.List;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Counted;
import org.banip.mbu.spi.SteadyClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs that sensor sets find no room: the first time at once, then how many, once a minute and group at most. Guarded by itself. */
final class DropLog {
    private static final Logger LOG = LoggerFactory.getLogger(DropLog.class);
    private static final long INTERVAL_NANOS = 60_000_000_000L;

    private final List<SensorGroup> groups;
    private final SteadyClock clock;
    private final Supplier<String> label;
    private final long[] untold;
    private final long[] nextLineNanos;

    /**
     * Nothing was dropped yet.
     *
     * @param label begins each line
     */
    DropLog(List<SensorGroup> groups, SteadyClock clock, Supplier<String> label) {
        this.groups = groups;
        this.clock = clock;
        this.label = label;
        untold = new long[groups.size()];
        nextLineNanos = new long[groups.size()];
    }

    /** Sensor sets of a group found no room. */
    synchronized void dropped(int group, long units) {
        long now = clock.epochNanos();
        untold[group] += units;
        if (now >= nextLineNanos[group]) {
            LOG.warn(
                    "{} no room for {} of group {}; what finds none is declared to the host as a gap",
                    label.get(),
                    Counted.of(untold[group], "sensor set"),
                    groups.get(group).name());
            untold[group] = 0;
            nextLineNanos[group] = now + INTERVAL_NANOS;
        }
    }
}
