package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.banip.app.terminal.Steps;
import org.banip.app.terminal.Stop;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;

/**
 * Measures how exactly a profile's first link follows its settings.
 *
 * @param profile its first link is measured, without its schedule
 * @param seed of all random numbers
 * @param length duration of the checks that become more exact with time
 */
public record Accuracy(LinkProfile profile, long seed, Duration length) {
    /** Networks up to this rate use little processor time, and are measured at the same time. */
    private static final double SLOW = 100_000;

    /** Above this rate a queue empties while it is filled, so the number of packets that fit depends on microseconds. */
    private static final double FAST = 2_000_000;

    /** Result of one network. */
    private record Checked(int order, List<AccuracyRow> rows, boolean realTime, LatenessSummary lateness) {}

    /**
     * Runs all checks that the link allows; stops early on request.
     *
     * @param found receives each figure at once, on the calling thread
     */
    public AccuracyReport run(Stop stop, Consumer<AccuracyRow> found) throws IOException, InterruptedException {
        LinkSettings link = profile.links().get(0);
        List<Check> checks = checks(link);
        boolean slow = link.up().bytesPerSecond() <= SLOW && link.down().bytesPerSecond() <= SLOW;
        Steps<Checked> steps = new Steps<>("link " + link.name(), slow ? checks.size() : 1);
        for (int number = 0; number < checks.size(); number++) {
            Check check = checks.get(number);
            int order = number;
            steps.add(check.what(), check.expected(link), () -> run(check, order, link));
        }
        List<Checked> done = new ArrayList<>();
        boolean unused = steps.run(stop, checked -> {
            done.add(checked);
            checked.rows().forEach(found);
        });
        return report(done);
    }

    private List<Check> checks(LinkSettings link) {
        List<Check> checks = new ArrayList<>();
        checks.add(new DelayCheck());
        for (Way way : Way.values()) {
            if (!Double.isInfinite(link.direction(way).bytesPerSecond())) {
                checks.add(new UdpGoodputCheck(way, length));
                checks.add(new TcpGoodputCheck(way, length));
            }
            if (link.direction(way).bytesPerSecond() <= FAST) {
                checks.add(new QueueCheck(way));
            }
            if (link.direction(way).bearerWait().isPresent()) {
                checks.add(new BearerCheck(way, length));
            }
        }
        checks.add(new LossCheck());
        return checks;
    }

    private Checked run(Check check, int order, LinkSettings link) throws IOException, InterruptedException {
        try (EmulatedNetwork network = EmulatedNetwork.open(LinkProfile.of(check.settings(link)), seed)) {
            List<AccuracyRow> rows = check.run(network, seed);
            network.requireWorking();
            EmulatedLink measured = network.link();
            return new Checked(order, rows, measured.realTime(), LatenessSummary.of(measured.lateness()));
        }
    }

    private AccuracyReport report(List<Checked> done) {
        done.sort(Comparator.comparingInt(Checked::order));
        List<AccuracyRow> rows = new ArrayList<>();
        boolean realTime = true;
        LatenessSummary lateness = LatenessSummary.NONE;
        for (Checked checked : done) {
            rows.addAll(checked.rows());
            realTime &= checked.realTime();
            lateness = lateness.plus(checked.lateness());
        }
        return new AccuracyReport(profile, seed, rows, realTime, lateness);
    }
}
