package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.measure.peer.CpuWindow.Look;

/**
 * Finds a period of steady processor time, after code has been compiled: its two halves agree. A peer with little work per second reaches it later
 * than one with much work. One thread.
 */
final class CpuWatch {
    private static final double LEAST_DRIFT = 0.9;
    private static final double MOST_DRIFT = 1.1;

    private final RunTimes times;
    /** End of the warm-up, then the ends of each half of a period. */
    private final List<Look> marks = new ArrayList<>();

    private long beganNanos;
    private long nowNanos;

    CpuWatch(RunTimes times) {
        this.times = times;
    }

    /** Adds the current counters of all processes; the first with stored sensor sets begins the watch. */
    void at(Look look) {
        if (look.stored() == 0) {
            return;
        }
        nowNanos = look.atNanos();
        beganNanos = beganNanos == 0 ? nowNanos : beganNanos;
        Duration half = times.cpu().dividedBy(2);
        long since = marks.isEmpty() ? beganNanos : marks.get(marks.size() - 1).atNanos();
        Duration due = marks.isEmpty() ? times.cpuWarm() : half;
        if (nowNanos - since >= due.toNanos()) {
            marks.add(look);
        }
    }

    /** Whether the last period is steady, or the watch took too long. */
    boolean over() {
        double drift = window().drift();
        return marks.size() > 2
                && (drift >= LEAST_DRIFT && drift <= MOST_DRIFT
                        || nowNanos - beganNanos >= times.cpuLongest().toNanos());
    }

    /** The last period; none if there is none yet. */
    CpuWindow window() {
        int last = marks.size() - 1;
        return last < 2 ? CpuWindow.NONE : CpuWindow.between(marks.get(last - 2), marks.get(last - 1), marks.get(last));
    }

    /** Load of the machine in it. */
    MachineUse machine() {
        int last = marks.size() - 1;
        return last < 2
                ? MachineUse.NONE
                : MachineUse.between(
                        marks.get(last - 2).machine(), marks.get(last).machine(), MachineUse.loadAverage());
    }

    /** Seconds from the first stored sensor set to the period. */
    double warmSeconds() {
        int last = marks.size() - 1;
        return last < 2 ? 0 : (marks.get(last - 2).atNanos() - beganNanos) / 1e9;
    }
}
