package org.banip.measure.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.banip.measure.faults.machine.Part;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.process.MbuCounters;

/** One round: its faults at their instants, until delivery goes on. One thread. */
final class Round {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long LOOK_MILLIS = 5;
    private static final int GROUPS = FaultSignal.GROUPS.size();

    private final Arrangement arrangement;
    private final List<Fault> faults;
    private final Duration patience;
    private final FaultActions actions;
    private final List<String> problems = new ArrayList<>();
    private final List<String> happened = new ArrayList<>();
    private final long begunNanos = System.nanoTime();
    private double seconds;
    private long[] needed = new long[GROUPS];

    /**
     * A round that begins now.
     *
     * @param patience how long delivery may take to go on
     */
    Round(Arrangement arrangement, List<Fault> faults, long seed, Duration patience) {
        this.arrangement = arrangement;
        this.faults = List.copyOf(faults);
        this.patience = patience;
        actions = new FaultActions(arrangement, seed, problems::add, happened::add);
    }

    /** Begin or end of a fault. */
    private record Step(Duration at, Fault fault, boolean begin) {}

    /** Runs it; its problems are in {@link #problems}. */
    void run() throws InterruptedException {
        try {
            List<Step> steps = new ArrayList<>();
            for (Fault fault : faults) {
                steps.add(new Step(fault.at(), fault, true));
                steps.add(new Step(fault.at().plus(fault.lasts()), fault, false));
            }
            steps.sort(Comparator.comparing(Step::at)); // stable: a fault without length begins before it ends
            for (Step step : steps) {
                make(step);
            }
            actions.settle();
            goOn();
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
            needed = new long[GROUPS]; // delivery has not gone on
        }
    }

    private void make(Step step) throws IOException, InterruptedException {
        long left = step.at().toNanos() - (System.nanoTime() - begunNanos);
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left); // until the drawn instant
        }
        double at = sinceBegin();
        if (step.begin()) {
            actions.begin(step.fault());
        } else {
            actions.end(step.fault());
        }
        happened.add(String.format(
                Locale.ROOT,
                "%.3f s to %.3f s: %s %s",
                at,
                sinceBegin(),
                step.begin() ? "began" : "ended",
                step.fault().name()));
    }

    private double sinceBegin() {
        return (System.nanoTime() - begunNanos) / NANOS_PER_SECOND;
    }

    /** Waits until all that the MBU had taken when the last fault was over is acknowledged. */
    private void goOn() throws IOException, InterruptedException {
        long from = System.nanoTime();
        long[] produced = taken();
        while (!isAcknowledged(produced)) {
            if (actions.restartFailedMbu()) {
                produced = taken();
            }
            for (Place place : arrangement.processes()) {
                Part part = arrangement.part(place);
                if (!part.isRunning()) {
                    throw new IOException("the " + part.name() + " has ended by itself with code " + part.exitCode());
                }
            }
            if (System.nanoTime() - from > patience.toNanos()) {
                throw new IOException("delivery does not go on within " + patience.toSeconds() + " s: the MBU is "
                        + arrangement.mbu().counters().state() + ", " + waiting(produced));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        seconds = (System.nanoTime() - from) / NANOS_PER_SECOND;
    }

    /** What the MBU has taken by now, with what an earlier process has left; the counters are newer than this call. */
    private long[] taken() throws InterruptedException {
        MbuCounters counters = arrangement.mbu().counters();
        long looks = counters.looks();
        long from = System.nanoTime();
        while (counters.looks() < looks + 2 && System.nanoTime() - from < patience.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        long[] produced = new long[GROUPS];
        for (int group = 0; group < GROUPS; group++) {
            needed[group] = counters.taken(group);
            produced[group] = counters.produced(group);
        }
        return produced;
    }

    private boolean isAcknowledged(long[] produced) {
        MbuCounters counters = arrangement.mbu().counters();
        for (int group = 0; group < GROUPS; group++) {
            if (counters.acknowledged(group) < produced[group]) {
                return false;
            }
        }
        return true;
    }

    private String waiting(long[] produced) {
        MbuCounters counters = arrangement.mbu().counters();
        List<String> all = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            long left = produced[group] - counters.acknowledged(group);
            if (left > 0) {
                all.add(left + " sensor sets of "
                        + FaultSignal.GROUPS.get(group).name() + " are not acknowledged");
            }
        }
        return String.join(", ", all);
    }

    /** What is wrong. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** What was done, and when. */
    List<String> happened() {
        return List.copyOf(happened);
    }

    /** How long it took until delivery went on. */
    double seconds() {
        return seconds;
    }

    /** For each group, how many sensor sets of the MBU's present process must be stored now. */
    long[] needed() {
        return needed.clone();
    }
}
