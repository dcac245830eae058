package org.banip.measure.faults.record;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Frequency;

/** What a look at the store has found. One thread. */
public final class RecordFindings {
    private static final int MOST = 20;

    private final List<String> problems = new ArrayList<>();
    private long sets;
    private long gaps;
    private long declared;
    private long lost;
    private long undeclared;
    private double longestSeconds;

    /** Nothing was found yet. */
    RecordFindings() {}

    /** Findings of an empty store. */
    public static RecordFindings none() {
        return new RecordFindings();
    }

    void problem(String problem) {
        if (problems.size() < MOST) {
            problems.add(problem);
        }
    }

    void sets(long units) {
        sets += units;
    }

    void gap(long units) {
        gaps++;
        declared += units;
    }

    /** Units that were sampled and that are not stored, because the MBU's process was killed. */
    void lost(long units, Frequency frequency, boolean isDeclared) {
        lost += units;
        undeclared += isDeclared ? 0 : units;
        longestSeconds = Math.max(longestSeconds, units / frequency.hertz());
    }

    /** What is wrong; empty if nothing is. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Sensor sets in the store. */
    public long sets() {
        return sets;
    }

    /** Declared gaps. */
    public long gaps() {
        return gaps;
    }

    /** Sensor sets in declared gaps: what was lost, and those of the time in which no process ran. */
    public long declared() {
        return declared;
    }

    /** Sensor sets that were sampled and that are not stored, because the MBU's process was killed. */
    public long lost() {
        return lost;
    }

    /** The longest signal of a group that one process had and that is not stored, in seconds. */
    public double longestSeconds() {
        return longestSeconds;
    }

    /** Of these, those of MBUs with the spool in memory, whose sessions have ended without a gap. */
    public long undeclared() {
        return undeclared;
    }
}
