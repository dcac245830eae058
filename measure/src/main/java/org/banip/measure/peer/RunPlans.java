package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;

/**
 * Makes the list of runs: over each link outage, load and capacity, all peers at once; alone is what needs the machine for itself: capacity of a
 * fast link, and processor time in the end.
 */
final class RunPlans {
    /** The load of peers is measured for so long. */
    static final Duration LOADED = Duration.ofSeconds(45);
    /** What comes before an outage, the outage and what comes after. */
    static final Duration WITH_OUTAGE = Duration.ofSeconds(80);

    private static final double UNPACED = Double.POSITIVE_INFINITY;
    /** What is offered is a share of the link's rate, and at most this, so that several runs at once are no load to the machine. */
    private static final double MOST_LOAD = 5000;

    /** Faster links are not the bottleneck when several runs share the machine. */
    private static final double SLOW = 50_000;

    private static final double CAPACITY_SECONDS = 40;
    private static final double MOST_BYTES = 4_000_000;
    /** A packet a round trip: hardly anything while packets are short. */
    private static final String LOCK_STEP = "banip-persistent";

    /** What each carries, about, as a share of a slow link's rate; 0.8 where it is not said. */
    private static final Map<String, Double> SHARES = Map.ofEntries(
            Map.entry("banip", 3.6),
            Map.entry(LOCK_STEP, 0.05),
            Map.entry("banip-deflate", 1.5),
            Map.entry("websocket-deflate", 1.5),
            Map.entry("grpc-gzip", 1.3),
            Map.entry("mqtt-deflate", 1.2),
            Map.entry("post", 0.2),
            Map.entry("post-gzip", 0.22));

    private static final double SHARE = 0.8;

    private static final Duration AROUND = Duration.ofSeconds(13);
    private static final Duration CPU_EXPECTED = Duration.ofSeconds(15);
    private static final Duration CPU_PATIENCE = Duration.ofMinutes(5);
    private static final int PATIENCE = 4;

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

    /** Runs that go on at the same time, one batch after the other. */
    List<List<RunPlan>> batches() {
        List<List<RunPlan>> batches = new ArrayList<>();
        for (LinkProfile link : settings.links()) {
            for (RunKind kind : List.of(RunKind.OUTAGE, RunKind.LOAD, RunKind.CAPACITY)) {
                List<RunPlan> runs = settings.kinds().contains(kind) ? over(link, kind) : List.of();
                int atOnce = kind == RunKind.CAPACITY && rate(link) > SLOW ? 1 : settings.parallel();
                for (int from = 0; from < runs.size(); from += atOnce) {
                    batches.add(runs.subList(from, Math.min(from + atOnce, runs.size())));
                }
            }
        }
        if (settings.kinds().contains(RunKind.CPU)) {
            settings.peers().forEach(peer -> batches.add(List.of(cpu(peer))));
        }
        return batches;
    }

    private List<RunPlan> over(LinkProfile link, RunKind kind) {
        return settings.peers().stream()
                .filter(peer -> kind == RunKind.CAPACITY || carries(link, peer))
                .map(peer -> over(link, kind, peer))
                .toList();
    }

    private static double rate(LinkProfile link) {
        return link.links().get(0).up().bytesPerSecond();
    }

    /** What cannot carry the load has no latency: it would grow for as long as the run lasts. */
    boolean carries(LinkProfile link, String peer) {
        return !peer.equals(LOCK_STEP) && rate(link) * SHARES.getOrDefault(peer, SHARE) > loadOn(link);
    }

    /** What all peers are offered, in bytes of sensor sets a second. */
    double loadOn(LinkProfile link) {
        return Math.min(rate(link) * settings.load(), MOST_LOAD);
    }

    private RunPlan over(LinkProfile link, RunKind kind, String peer) {
        if (kind == RunKind.CAPACITY) {
            double plain = Math.min(MOST_BYTES, rate(link) * CAPACITY_SECONDS);
            double bytes = plain * SHARES.getOrDefault(peer, SHARE);
            return plan(
                    link,
                    kind,
                    peer,
                    bytes / signalBytesPerSecond,
                    UNPACED,
                    seconds(plain / rate(link)).plus(AROUND));
        }
        double speed = loadOn(link) / signalBytesPerSecond;
        Duration wall = kind == RunKind.LOAD ? LOADED : WITH_OUTAGE;
        return plan(link, kind, peer, wall.toSeconds() * speed, speed, wall.plus(AROUND));
    }

    private RunPlan plan(
            LinkProfile link, RunKind kind, String peer, double signalSeconds, double speed, Duration expected) {
        return new RunPlan(
                peer,
                kind,
                Optional.of(link),
                signal(signalSeconds),
                speed,
                expected,
                kind == RunKind.CAPACITY ? expected.multipliedBy(PATIENCE) : expected.multipliedBy(2),
                settings.seed());
    }

    private RunPlan cpu(String peer) {
        return new RunPlan(
                peer,
                RunKind.CPU,
                Optional.empty(),
                signal(settings.cpuSets() / setsPerSecond),
                UNPACED,
                CPU_EXPECTED,
                CPU_PATIENCE,
                settings.seed());
    }

    /** So much of the signal, over and over if a recording is shorter. */
    private RunSource signal(double seconds) {
        RunSource once = settings.source().of(seconds(seconds), 1);
        double sets = seconds * setsPerSecond;
        return once.of(once.length(), Math.max(1, (int) Math.round(sets / once.setsPerPass())));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
