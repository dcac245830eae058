package org.banip.measure.cpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.banip.app.source.BanSignal;
import org.banip.emulator.profile.LinkProfile;
import org.banip.mbu.MobileBaseUnit;

/**
 * The runs that show how live a bad link is: latency and bytes at several loads, a load near the capacity for minutes, an outage, the capacity with
 * long and short packets, alarms behind a backlog, and the start; all of it for several queues and congestion controls.
 */
public final class LivePlan {
    /** Chain and wait for acknowledgements that cost the fewest bytes (docs/links.md). */
    private static final String BYTES_CHAIN = "packetizer|auto";

    private static final Duration BYTES_WAIT = Duration.ofSeconds(2);
    private static final double[] LOADS = {390, 1_100, 3_500};
    private static final double[] BYTES_LOADS = {1_100, 3_500};
    private static final double HIGH = 8_000;
    private static final double OUTAGE_LOAD = 1_963;
    /** The outage's part of {@link Options#seconds}: 30 s by default. */
    private static final double OUTAGE_SHARE = 0.4;
    /** Lengths of packets in milliseconds. */
    private static final int[] CAPACITY_HOLDS = {100, 500};

    /** The high load takes {@link Options#seconds} times this: five minutes by default. */
    private static final int HIGH_TIMES = 4;
    /** The chain saves three quarters of the bytes or less. So the link needs about {@link Options#seconds} for its own rate times this. */
    private static final int CAPACITY_TIMES = 4;

    /** A run with an outage takes {@link Options#seconds} times this. */
    private static final int OUTAGE_TIMES = 2;

    private static final int SECONDS_FOR_ALARM = 4;
    private static final int SECONDS_FOR_START = 5;

    private final LinkProfile link;
    private final String prefix;
    private final Options options;
    private final List<PlannedRun> runs = new ArrayList<>();

    /** What a run shows. */
    public enum Kind {
        /** Latency at a load near the capacity, for minutes. */
        HIGH,
        /** The transfer capacity. */
        CAPACITY,
        /** What an outage costs. */
        OUTAGE,
        /** Latency and bytes with the default chain. */
        DEFAULT,
        /** The same with the setting for the fewest bytes. */
        BYTES,
        /** The latency of alarms behind a backlog. */
        ALARMS,
        /** The time from the MBU's start to its first packet in the store. */
        START
    }

    /**
     * What is the same in all runs.
     *
     * @param uplink its name
     * @param tls whether its connections have TLS, even if the uplink needs none
     * @param signal of the sensors
     * @param acknowledgeWithin how long acknowledgements may wait, but for the setting for bytes; empty for the MBU's own default
     * @param seconds of a run; the high load takes four times as long, a run with an outage twice as long
     * @param seed of the link
     */
    public record Options(
            String uplink,
            boolean tls,
            BanSignal signal,
            Optional<Duration> acknowledgeWithin,
            int seconds,
            long seed) {}

    private LivePlan(LinkProfile link, String prefix, Options options) {
        this.link = link;
        this.prefix = prefix;
        this.options = options;
    }

    /** Alarms behind a backlog, over each queue and congestion control. */
    public static List<AlarmRun> alarms(
            LinkProfile link, List<Integer> queues, List<String> controls, Options options, int backlogSeconds) {
        return plans(link, queues, controls, options)
                .map(plan -> new AlarmRun(
                        plan.prefix + "alarm",
                        plan.settings(MobileBaseUnit.DEFAULT_CHAIN, options.acknowledgeWithin),
                        backlogSeconds,
                        options.seconds / SECONDS_FOR_ALARM))
                .toList();
    }

    /** Starts of an MBU, over each queue and congestion control. */
    public static List<StartRun> starts(
            LinkProfile link, List<Integer> queues, List<String> controls, Options options) {
        return plans(link, queues, controls, options)
                .map(plan -> new StartRun(
                        plan.prefix + "start",
                        plan.settings(MobileBaseUnit.DEFAULT_CHAIN, options.acknowledgeWithin),
                        Math.max(1, options.seconds / SECONDS_FOR_START)))
                .toList();
    }

    private static Stream<LivePlan> plans(
            LinkProfile link, List<Integer> queues, List<String> controls, Options options) {
        return queues.stream()
                .flatMap(queue -> controls.stream().map(control -> {
                    LinkProfile changed =
                            link.map(one -> one.withUplinkQueue(queue).withCongestionControl(control));
                    return new LivePlan(changed, control + "-" + queue + "-", options);
                }));
    }

    /** The runs of these kinds over each queue and congestion control; of those over one, the longest first. */
    public static List<PlannedRun> over(
            LinkProfile link, List<Integer> queues, List<String> controls, Options options, Set<Kind> kinds) {
        return plans(link, queues, controls, options)
                .flatMap(plan -> plan.runs(kinds).stream())
                .toList();
    }

    private List<PlannedRun> runs(Set<Kind> kinds) {
        if (kinds.contains(Kind.HIGH)) {
            add("high", MobileBaseUnit.DEFAULT_CHAIN, options.acknowledgeWithin, HIGH, HIGH_TIMES * options.seconds);
        }
        if (kinds.contains(Kind.OUTAGE)) {
            addOutage("outage", false);
            addOutage("outage-lost", true);
        }
        if (kinds.contains(Kind.CAPACITY)) {
            for (int hold : CAPACITY_HOLDS) {
                addCapacity(hold);
            }
        }
        if (kinds.contains(Kind.DEFAULT)) {
            for (double load : LOADS) {
                add("default", MobileBaseUnit.DEFAULT_CHAIN, options.acknowledgeWithin, load, options.seconds);
            }
        }
        if (kinds.contains(Kind.BYTES)) {
            for (double load : BYTES_LOADS) {
                add("bytes", BYTES_CHAIN, Optional.of(BYTES_WAIT), load, options.seconds);
            }
        }
        return runs;
    }

    private void addCapacity(int hold) {
        CpiSettings settings = settings("packetizer(hold=" + hold + "ms)|auto", options.acknowledgeWithin);
        long bytes = (long) (options.seconds * CAPACITY_TIMES * settings.linkBytesPerSecond());
        runs.add(PlannedRun.of(prefix + "capacity-" + hold + "ms", settings, new Load.Capacity(), bytes));
    }

    private void add(String kind, String chain, Optional<Duration> acknowledgeWithin, double load, int seconds) {
        runs.add(PlannedRun.of(
                prefix + kind + String.format(Locale.ROOT, "-%.0f", load),
                settings(chain, acknowledgeWithin),
                new Load.Rate(load),
                (long) (load * seconds)));
    }

    /**
     * Twice as long as others, so that all that waited is delivered long before the end.
     *
     * @param loses whether the link loses what is sent in the outage and what stands in its queue
     */
    private void addOutage(String kind, boolean loses) {
        Duration outage = Duration.ofMillis((long) (1_000 * OUTAGE_SHARE * options.seconds));
        runs.add(PlannedRun.of(
                prefix + kind + String.format(Locale.ROOT, "-%.0f", OUTAGE_LOAD),
                common(MobileBaseUnit.DEFAULT_CHAIN, options.acknowledgeWithin)
                        .outage(outage)
                        .outageLoses(loses)
                        .build(),
                new Load.Rate(OUTAGE_LOAD),
                (long) (OUTAGE_LOAD * OUTAGE_TIMES * options.seconds)));
    }

    private CpiSettings settings(String chain, Optional<Duration> acknowledgeWithin) {
        return common(chain, acknowledgeWithin).build();
    }

    private CpiSettings.Builder common(String chain, Optional<Duration> acknowledgeWithin) {
        return CpiSettings.over(link)
                .uplink(options.uplink)
                .tls(options.tls)
                .wholeChain(chain)
                .packetUnits(1)
                .signal(options.signal)
                .acknowledgeWithin(acknowledgeWithin)
                .seed(options.seed);
    }
}
