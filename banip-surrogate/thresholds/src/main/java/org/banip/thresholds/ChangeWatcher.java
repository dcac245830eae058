package org.banip.thresholds;

import java.util.ArrayDeque;

/** Watches the highest and the lowest value within a time. One thread; keeps at most the samples of that time. */
final class ChangeWatcher implements Watcher {
    private final Rule.Change rule;
    private final long withinNanos;
    /** Falling values: the first is the highest of the time, each later one the highest after it. */
    private final ArrayDeque<Sample> highest = new ArrayDeque<>();
    /** Rising values, likewise. */
    private final ArrayDeque<Sample> lowest = new ArrayDeque<>();

    private long lastNanos = Long.MIN_VALUE;
    private boolean applies;

    private record Sample(long nanos, double value) {}

    ChangeWatcher(Rule.Change rule) {
        this.rule = rule;
        withinNanos = rule.within().toNanos();
    }

    @Override
    public Outcome next(long nanos, double value) {
        if (nanos <= lastNanos) {
            interrupt();
        }
        lastNanos = nanos;
        while (!highest.isEmpty() && highest.getLast().value <= value) {
            highest.removeLast();
        }
        while (!lowest.isEmpty() && lowest.getLast().value >= value) {
            lowest.removeLast();
        }
        Sample sample = new Sample(nanos, value);
        highest.add(sample);
        lowest.add(sample);
        forgetBefore(highest, nanos - withinNanos);
        forgetBefore(lowest, nanos - withinNanos);
        boolean did = applies;
        applies = highest.getFirst().value - lowest.getFirst().value > rule.by();
        if (applies == did) {
            return Outcome.NOTHING;
        }
        return applies ? Outcome.BEGINS : Outcome.ENDS;
    }

    private static void forgetBefore(ArrayDeque<Sample> samples, long nanos) {
        while (samples.getFirst().nanos < nanos) {
            samples.removeFirst();
        }
    }

    @Override
    public void interrupt() {
        highest.clear();
        lowest.clear();
    }
}
