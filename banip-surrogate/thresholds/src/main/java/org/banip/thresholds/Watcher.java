package org.banip.thresholds;

import org.banip.core.ban.SensorGroup;

/** Applies one rule to one channel. One thread. */
interface Watcher {
    /** Most samples that a watcher keeps. */
    int MOST_SAMPLES = 65_536;

    /** What a sample changes. */
    enum Outcome {
        NOTHING,
        /** The rule applies from here on. */
        BEGINS,
        /** The rule does not apply any more. */
        ENDS
    }

    /**
     * The next sample.
     *
     * @param nanos its instant; if it is not after the last one, a new time begins
     * @param value in the channel's physical unit
     */
    Outcome next(long nanos, double value);

    /** Samples are missing here. */
    void interrupt();

    /**
     * The watcher of a rule in a channel of this group.
     *
     * @throws IllegalArgumentException if it had to keep too many samples
     */
    static Watcher of(Rule rule, SensorGroup group) {
        if (rule instanceof Rule.Limit limit) {
            return new LimitWatcher(limit);
        }
        Rule.Change change = (Rule.Change) rule;
        double samples = group.frequency().hertz() * change.within().toNanos() / 1e9;
        if (samples > MOST_SAMPLES) {
            throw new IllegalArgumentException(
                    "rule " + change.name() + ": " + change.within().toMillis()
                            + " ms of group " + group.name() + " are " + Math.round(samples) + " samples, at most "
                            + MOST_SAMPLES
                            + " are watched");
        }
        return new ChangeWatcher(change);
    }
}
