package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;

/** Makes the list of runs: of each link, capacity, load and outage for all peers; in the end processor time, which is measured alone. */
final class RunPlans {
    /** The load of peers is measured for so long. */
    static final Duration LOADED = Duration.ofMinutes(1);
    /** Outage, what comes before and what comes after. */
    static final Duration WITH_OUTAGE = Duration.ofMinutes(2);

    private static final double UNPACED = Double.POSITIVE_INFINITY;
    private static final double CAPACITY_SECONDS = 40;
    /** The published runs moved 90,000 to 100,000 bytes. */
    private static final double LEAST_BYTES = 100_000;

    private static final double MOST_BYTES = 2_500_000;
    private static final Duration AROUND = Duration.ofSeconds(10);
    private static final Duration CPU_EXPECTED = Duration.ofSeconds(25);
    private static final Duration CPU_PATIENCE = Duration.ofMinutes(5);
    private static final int PATIENCE = 6;

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

    /** Over links; several at once. */
    List<RunPlan> overLinks() {
        List<RunPlan> plans = new ArrayList<>();
        for (LinkProfile link : settings.links()) {
            // the longest first, so that the last ones do not go alone
            for (RunKind kind : List.of(RunKind.OUTAGE, RunKind.CAPACITY, RunKind.LOAD)) {
                if (settings.kinds().contains(kind)) {
                    settings.peers().forEach(peer -> plans.add(over(link, kind, peer)));
                }
            }
        }
        return plans;
    }

    /** On loopback, one after the other. */
    List<RunPlan> alone() {
        if (!settings.kinds().contains(RunKind.CPU)) {
            return List.of();
        }
        return settings.peers().stream().map(this::cpu).toList();
    }

    /** What all peers are offered, in bytes of sensor sets a second. */
    double loadOn(LinkProfile link) {
        double rate = link.links().get(0).up().bytesPerSecond();
        return Math.min(rate * settings.load(), MOST_BYTES / LOADED.toSeconds());
    }

    private RunPlan over(LinkProfile link, RunKind kind, String peer) {
        double rate = link.links().get(0).up().bytesPerSecond();
        if (kind == RunKind.CAPACITY) {
            double bytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, rate * CAPACITY_SECONDS));
            Duration expected = seconds(bytes / rate).plus(AROUND);
            return plan(link, kind, peer, seconds(bytes / signalBytesPerSecond), UNPACED, expected);
        }
        double speed = loadOn(link) / signalBytesPerSecond;
        Duration wall = kind == RunKind.LOAD ? LOADED : WITH_OUTAGE;
        return plan(
                link,
                kind,
                peer,
                seconds(wall.toSeconds() * speed),
                speed,
                wall.plus(PeerRun.LEAD).plus(AROUND));
    }

    private RunPlan plan(
            LinkProfile link, RunKind kind, String peer, Duration length, double speed, Duration expected) {
        return new RunPlan(
                peer,
                kind,
                Optional.of(link),
                settings.source().of(length, 1),
                speed,
                expected,
                kind == RunKind.CAPACITY ? expected.multipliedBy(PATIENCE) : expected.multipliedBy(2),
                settings.seed());
    }

    private RunPlan cpu(String peer) {
        RunSource onePass = settings.source().of(seconds(settings.cpuSets() / setsPerSecond), 1);
        int passes = (int) Math.ceil((double) settings.cpuSets() / onePass.setsPerPass());
        return new RunPlan(
                peer,
                RunKind.CPU,
                Optional.empty(),
                onePass.of(onePass.length(), passes),
                UNPACED,
                CPU_EXPECTED,
                CPU_PATIENCE,
                settings.seed());
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
