package org.banip.measure.paths;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.banip.measure.paths.carrier.Carried;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.paths.scenario.StudiedPath;
import org.banip.measure.results.ResultRow;

/**
 * The result of one run.
 *
 * @param shared what was carried beside a flow of TCP
 * @param lateMillis 99 % of the packets were at most this late
 */
record PathsResult(
        PlannedRun plan, PathsSettings settings, Carried carried, LinkUse use, SharedUse shared, double lateMillis) {
    private static final double BITS_PER_MEGABIT = 1e6;
    private static final double BITS_PER_KILOBIT = 1e3;
    private static final double BITS = 8;
    private static final double BYTES_PER_KILOBYTE = 1e3;
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double MILLIS = 1000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEDIAN = 0.5;
    private static final Duration LONG = Duration.ofDays(1);

    /** What arrived, in bit/s. */
    double goodput() {
        return carried.arrivals().bytes() * BITS / carried.arrivals().seconds();
    }

    /** What its paths could carry until the last byte arrived, in bit/s; a path that was cut counts until then. */
    double capacity() {
        return plan.studied().capacity(plan.transport().paths(plan.studied()), time())
                * BITS
                / carried.arrivals().seconds();
    }

    private Duration time() {
        return Duration.ofNanos(Math.round(carried.arrivals().seconds() * NANOS_PER_SECOND));
    }

    /** The figure that the scenario is about, see {@link Indicator}. */
    double value() {
        return switch (Indicator.of(plan.studied().scenario())) {
            case OF_CAPACITY -> goodput() / capacity();
            case SECONDS -> carried.arrivals().seconds();
            case LONGEST_GAP -> carried.arrivals().longestGap();
            case SENT_AGAIN -> carried.sentAgain() + carried.redundantPackets();
            case SHARE -> shared.share(time());
            case COSTLY_BYTES -> costlyBytes() / BYTES_PER_KILOBYTE;
            case LATEST_ALARM -> latest(carried.arrivals().alarms());
        };
    }

    private long costlyBytes() {
        OptionalInt costly = plan.studied().costly();
        int link = costly.isPresent() ? plan.transport().paths(plan.studied()).indexOf(costly.getAsInt()) : -1;
        return link < 0 ? 0 : use.bytes(link);
    }

    private static double latest(List<Double> sorted) {
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() - 1);
    }

    /** For the table of runs. */
    ResultRow row() {
        ResultRow row = described(plan, settings)
                .number("seconds", carried.arrivals().seconds())
                .count("bytes", carried.arrivals().bytes())
                .number("megabits", goodput() / BITS_PER_MEGABIT)
                .number("longestGap", carried.arrivals().longestGap())
                .flag("exact", carried.exact())
                .count("switches", use.switches());
        if (plan.studied().work().steady()) {
            row.number("leastKilobits", carried.arrivals().leastInASecond() * BITS / BITS_PER_KILOBIT);
        } else {
            row.number("capacityMegabits", capacity() / BITS_PER_MEGABIT).number("ofCapacity", goodput() / capacity());
            Arrival.ALL.forEach(
                    percent -> row.number(Arrival.column(percent), Arrival.seconds(carried.arrivals(), percent)));
        }
        if (plan.studied().sharing().rival()) {
            row.number("shareOf1", shared.share(time()));
        }
        if (plan.transport().ours()) {
            row.count("packets", carried.packets())
                    .count("sentAgain", carried.sentAgain())
                    .count("duplicates", carried.duplicates())
                    .count("redundantPackets", carried.redundantPackets())
                    .count("redundantBytes", carried.redundantBytes())
                    .count("reinjectedBytes", carried.reinjectedBytes())
                    .number(
                            "redundantShare",
                            (double) carried.redundantBytes()
                                    / carried.arrivals().bytes())
                    .count("connections", carried.connections());
        }
        links(row);
        List<Double> alarms = carried.arrivals().alarms();
        if (!alarms.isEmpty()) {
            row.count("alarms", alarms.size())
                    .number("alarmP50", alarms.get((int) (alarms.size() * MEDIAN)))
                    .number("alarmMax", latest(alarms));
        }
        return row.number("lateP99Millis", lateMillis);
    }

    private void links(ResultRow row) {
        List<Integer> paths = plan.transport().paths(plan.studied());
        for (int link = 0; link < paths.size(); link++) {
            row.count("bytesOn" + (paths.get(link) + 1), use.bytes(link));
        }
        if (plan.studied().variation().leaving().isPresent()) {
            Duration lost = plan.studied().firstTrouble();
            row.number("megabitsOn1", use.bytes(0, Duration.ZERO, lost) * BITS / BITS_PER_MEGABIT / seconds(lost));
        }
        OptionalInt priced = plan.studied().costly();
        if (priced.isPresent() && paths.contains(priced.getAsInt())) {
            int costly = paths.indexOf(priced.getAsInt());
            row.number("price", costlyBytes() / BYTES_PER_MEGABYTE * StudiedPath.PRICE);
            row.count("costlyBefore", use.bytes(costly, Duration.ZERO, Cases.calmUntil()))
                    .count("costlyAfter", use.bytes(costly, Cases.calmAgain(), LONG));
        }
    }

    private static double seconds(Duration time) {
        return time.toMillis() / MILLIS;
    }

    /** What was planned. */
    static ResultRow described(PlannedRun plan, PathsSettings settings) {
        Scenario scenario = plan.studied().scenario();
        ResultRow row = new ResultRow()
                .text("scenario", scenario.token())
                .text("case", plan.studied().name())
                .text("transport", plan.transport().token())
                .count("repeat", plan.repeat())
                .text("group", plan.studied().group())
                .text("paths", plan.studied().pathsText())
                .text("delayIs", plan.reading(settings).token())
                .text("congestionControl", plan.controlText(settings));
        if (plan.transport().ours()) {
            row.text("uplink", settings.mbu().of(plan.transport()).uplink());
        }
        plan.studied().trouble().brokerDies().ifPresent(at -> row.number("brokerDies", seconds(at)));
        if (plan.transport().schedules()) {
            row.text("scheduler", settings.mbu().scheduler(plan.studied()));
        }
        if (plan.transport().detects()) {
            plan.studied().variation().detectAfter().ifPresent(after -> row.count("lateAfterMillis", after.toMillis()));
        }
        return row;
    }
}
