package org.banip.measure.link.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.measure.link.EmulatedLink;
import org.banip.measure.link.EmulatedNetwork;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.link.profile.LinkSettings;
import org.banip.measure.link.profile.Way;

/**
 * Measures how well a profile's first link does what its settings say.
 *
 * @param profile the link, whose schedule is left out
 * @param seed of all that is left to chance
 * @param length of the checks that get more exact with time
 */
public record Accuracy(LinkProfile profile, long seed, Duration length) {
    /** Networks up to this rate leave the machine's time to others, and are measured at the same time. */
    private static final double SLOW = 100_000;

    /** Beyond it, a queue empties while it is being filled, and what fits depends on microseconds. */
    private static final double FAST = 2_000_000;

    /** What one network said. */
    private record Checked(List<AccuracyRow> rows, boolean realTime, LatenessSummary lateness) {}

    /** Runs all checks that the link allows. */
    public AccuracyReport run() throws IOException, InterruptedException {
        LinkSettings link = profile.links().get(0);
        List<Callable<Checked>> tasks = new ArrayList<>();
        for (Check check : checks(link)) {
            tasks.add(() -> run(check, link));
        }
        boolean slow = link.up().bytesPerSecond() <= SLOW && link.down().bytesPerSecond() <= SLOW;
        ExecutorService executor = Executors.newFixedThreadPool(slow ? tasks.size() : 1, task -> {
            Thread thread = new Thread(task, "banip-accuracy");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return report(executor.invokeAll(tasks));
        } finally {
            executor.shutdownNow();
        }
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

    private Checked run(Check check, LinkSettings link) throws IOException, InterruptedException {
        try (EmulatedNetwork network = EmulatedNetwork.open(LinkProfile.of(check.settings(link)), seed)) {
            List<AccuracyRow> rows = check.run(network, seed);
            EmulatedLink measured = network.link();
            return new Checked(rows, measured.realTime(), LatenessSummary.of(measured.lateness()));
        }
    }

    private AccuracyReport report(List<Future<Checked>> done) throws IOException, InterruptedException {
        List<AccuracyRow> rows = new ArrayList<>();
        boolean realTime = true;
        LatenessSummary lateness = LatenessSummary.NONE;
        for (Future<Checked> future : done) {
            Checked checked = get(future);
            rows.addAll(checked.rows());
            realTime &= checked.realTime();
            lateness = lateness.plus(checked.lateness());
        }
        return new AccuracyReport(profile, seed, rows, realTime, lateness);
    }

    private static Checked get(Future<Checked> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IOException(cause == null ? "a check failed" : String.valueOf(cause.getMessage()), e);
        }
    }
}
