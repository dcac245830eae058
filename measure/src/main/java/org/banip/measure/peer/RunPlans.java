package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.ban.SensorGroup;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;

/**
 * Plans the runs: over each link outage, load and capacity, with all peers at the same time. Capacity of a fast link and processor time are measured
 * alone; processor time is last.
 */
final class RunPlans {
    private static final double UNPACED = Double.POSITIVE_INFINITY;
    /** Largest load of a fast link in bytes per second, so that several runs at a time do not load the machine. */
    private static final double MOST_LOAD = 5000;

    /** The processor time of a run over a fast link, divided by that of a run over a slow one, about. */
    private static final int FAST_LINK_COSTS = 3;

    /** They send one packet in each round trip, too few for a comparison under load. */
    private static final Set<String> LOCK_STEP = Set.of("banip-persistent", "coap", "coap-deflate");

    /** Their library runs in another language's process, which takes more processor time than the library. */
    private static final Set<String> THROUGH_PYTHON = Set.of("zenoh", "zenoh-deflate");

    /** Length of one pass of an endless signal. */
    private static final Duration PASS = Duration.ofMinutes(10);

    private static final int ENDLESS = 1_000_000;

    private final PeersSettings settings;
    private final double signalBytesPerSecond;
    private final double setsPerSecond;

    RunPlans(PeersSettings settings) {
        this.settings = settings;
        List<SensorGroup> groups = settings.source().open().groups();
        signalBytesPerSecond = groups.stream()
                .mapToDouble(group -> group.setBytes() * group.frequency().hertz())
                .sum();
        setsPerSecond =
                groups.stream().mapToDouble(group -> group.frequency().hertz()).sum();
    }

    /** Batches of runs; the runs of a batch go on at the same time. */
    List<List<RunPlan>> batches() {
        List<List<RunPlan>> batches = new ArrayList<>();
        for (LinkProfile link : settings.links()) {
            for (RunKind kind : List.of(RunKind.OUTAGE, RunKind.LOAD, RunKind.CAPACITY)) {
                List<RunPlan> runs = settings.kinds().contains(kind) ? over(link, kind) : List.of();
                int atOnce = atOnce(link, kind);
                for (int from = 0; from < runs.size(); from += atOnce) {
                    batches.add(runs.subList(from, Math.min(from + atOnce, runs.size())));
                }
            }
        }
        if (settings.kinds().contains(RunKind.CPU)) {
            settings.peers().stream()
                    .filter(peer -> unfit(peer, RunKind.CPU).isEmpty())
                    .forEach(peer -> batches.add(List.of(cpu(peer))));
        }
        return batches;
    }

    private int atOnce(LinkProfile link, RunKind kind) {
        if (rate(link) <= RunPlan.SLOW) {
            return settings.parallel();
        }
        return kind == RunKind.CAPACITY ? 1 : Math.max(1, settings.parallel() / FAST_LINK_COSTS);
    }

    private List<RunPlan> over(LinkProfile link, RunKind kind) {
        return settings.peers().stream()
                .filter(peer -> unfit(peer, kind).isEmpty())
                .map(peer -> kind == RunKind.CAPACITY ? capacity(link, peer) : paced(link, kind, peer))
                .toList();
    }

    private static double rate(LinkProfile link) {
        return link.links().get(0).up().bytesPerSecond();
    }

    /** The reason why a peer takes no part in runs of this kind, if any. */
    static Optional<String> unfit(String peer, RunKind kind) {
        switch (kind) {
            case LOAD, OUTAGE:
                return LOCK_STEP.contains(peer)
                        ? Optional.of("is not offered this load: it sends a packet a round trip")
                        : Optional.empty();
            case CPU:
                return THROUGH_PYTHON.contains(peer)
                        ? Optional.of("has no processor time here: most of it would be Python's")
                        : Optional.empty();
            default:
                return Optional.empty();
        }
    }

    /** Load of all peers, in bytes of sensor sets per second. */
    double loadOn(LinkProfile link) {
        double load = rate(link) * settings.load();
        return rate(link) <= RunPlan.SLOW ? load : Math.min(load, MOST_LOAD);
    }

    private RunPlan capacity(LinkProfile link, String peer) {
        RunTimes times = settings.times();
        Duration length = rate(link) > RunPlan.SLOW ? times.fastCapacity() : times.slowCapacity();
        return plan(peer, RunKind.CAPACITY, Optional.of(link), endless(), UNPACED, length);
    }

    private RunPlan paced(LinkProfile link, RunKind kind, String peer) {
        double speed = loadOn(link) / signalBytesPerSecond;
        Duration length = kind == RunKind.LOAD
                ? settings.times().load()
                : settings.times().withOutage();
        return plan(peer, kind, Optional.of(link), signal(length, speed), speed, length);
    }

    private RunPlan cpu(String peer) {
        RunTimes times = settings.times();
        return plan(
                peer,
                RunKind.CPU,
                Optional.empty(),
                endless(),
                UNPACED,
                times.cpuWarm().plus(times.cpu()));
    }

    private RunPlan plan(
            String peer, RunKind kind, Optional<LinkProfile> link, RunSource source, double speed, Duration length) {
        return new RunPlan(peer, kind, link, source, speed, length, settings.times(), settings.seed());
    }

    private RunSource endless() {
        return settings.source().of(PASS, ENDLESS);
    }

    /** The signal in this length; a shorter recording is repeated. */
    private RunSource signal(Duration wall, double speed) {
        Duration length = Duration.ofMillis(Math.round(wall.toMillis() * speed));
        RunSource once = settings.source().of(length, 1);
        double sets = wall.toMillis() / 1000.0 * speed * setsPerSecond;
        return once.of(length, Math.max(1, (int) Math.round(sets / once.setsPerPass())));
    }
}
