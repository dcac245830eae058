package org.banip.mbu.send;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Counted;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SteadyClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports sensor sets that are dropped, or refused because they are out of order: the first time at once, then their number, at most once a minute
 * for each group. Guarded by itself.
 */
final class DropLog {
    private static final Logger LOG = LoggerFactory.getLogger(DropLog.class);
    private static final long INTERVAL_NANOS = 60_000_000_000L;

    /** Sensor sets of one group that are not reported yet. */
    private static final class Unreported {
        private long units;
        private long nextReportNanos;

        /** Adds units. Returns the number to report now, or 0. */
        long add(long more, long nowNanos) {
            units += more;
            if (nowNanos < nextReportNanos) {
                return 0;
            }
            long report = units;
            units = 0;
            nextReportNanos = nowNanos + INTERVAL_NANOS;
            return report;
        }
    }

    private final List<SensorGroup> groups;
    private final SteadyClock clock;
    private final Supplier<String> label;
    private final Consumer<MbuEvent> events;
    private final List<Unreported> dropped;
    private final List<Unreported> refused;

    /**
     * A log that is still empty.
     *
     * @param label the first word of each line
     * @param events gets an event for each report of refused sensor sets; a drop has the event of its gap
     */
    DropLog(List<SensorGroup> groups, SteadyClock clock, Supplier<String> label, Consumer<MbuEvent> events) {
        this.groups = groups;
        this.clock = clock;
        this.label = label;
        this.events = events;
        dropped = groups.stream().map(group -> new Unreported()).collect(Collectors.toList());
        refused = groups.stream().map(group -> new Unreported()).collect(Collectors.toList());
    }

    /** There is one more group. */
    synchronized void addGroup() {
        dropped.add(new Unreported());
        refused.add(new Unreported());
    }

    /** Sensor sets of a group were dropped. */
    synchronized void dropped(int group, long units) {
        long report = dropped.get(group).add(units, clock.epochNanos());
        if (report > 0) {
            LOG.warn(
                    "{} no room for {} of group {}; what finds none is declared to the host as a gap",
                    label.get(),
                    Counted.of(report, "sensor set"),
                    groups.get(group).name());
        }
    }

    /** Sensor sets of a group were refused, because they were out of order. */
    synchronized void refused(int group, long units) {
        long report = refused.get(group).add(units, clock.epochNanos());
        if (report > 0) {
            String name = groups.get(group).name();
            LOG.warn(
                    "{} refused {} of group {}: their instants are not later than the last one",
                    label.get(),
                    Counted.of(report, "sensor set"),
                    name);
            events.accept(new MbuEvent.OutOfOrder(name, report));
        }
    }
}
