package org.banip.thresholds;

/** Watches a limit. One thread. */
final class LimitWatcher implements Watcher {
    private final Rule.Limit rule;
    private final long lastingNanos;

    private boolean applies;
    /** Whether the last sample was outside, and since when all were. */
    private boolean outside;

    private long outsideSinceNanos;
    private long lastNanos = Long.MIN_VALUE;

    LimitWatcher(Rule.Limit rule) {
        this.rule = rule;
        lastingNanos = rule.lasting().toNanos();
    }

    @Override
    public Outcome next(long nanos, double value) {
        if (nanos <= lastNanos) {
            interrupt();
        }
        lastNanos = nanos;
        double excess = rule.isAbove() ? value - rule.limit() : rule.limit() - value;
        if (applies) {
            applies = rule.hysteresis() == 0 ? excess > 0 : excess > -rule.hysteresis();
            return applies ? Outcome.NOTHING : Outcome.ENDS;
        }
        if (excess <= 0) {
            outside = false;
            return Outcome.NOTHING;
        }
        if (!outside) {
            outside = true;
            outsideSinceNanos = nanos;
        }
        applies = nanos - outsideSinceNanos >= lastingNanos;
        if (applies) {
            outside = false;
            return Outcome.BEGINS;
        }
        return Outcome.NOTHING;
    }

    @Override
    public void interrupt() {
        outside = false;
    }
}
