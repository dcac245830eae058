package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.measure.peer.CpuWindow.Look;

/**
 * Finds a span in which processor time is steady, after code has been compiled: both halves of it agree. A peer that does little a second
 * takes longer to get there than one that does much. One thread.
 */
final class CpuWatch {
    private static final double LEAST_DRIFT = 0.9;
    private static final double MOST_DRIFT = 1.1;

    private final RunTimes times;
    /** At the end of warming up, then each half of a span. */
    private final List<Look> marks = new ArrayList<>();

    private long beganNanos;
    private long nowNanos;

    CpuWatch(RunTimes times) {
        this.times = times;
    }

    /** Where all processes stand now; the first with anything stored begins the watch. */
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

    /** Whether the last span is steady, or it took too long. */
    boolean over() {
        double drift = window().drift();
        return marks.size() > 2
                && (drift >= LEAST_DRIFT && drift <= MOST_DRIFT
                        || nowNanos - beganNanos >= times.cpuLongest().toNanos());
    }

    /** The last span; none if there was not yet one. */
    CpuWindow window() {
        int last = marks.size() - 1;
        return last < 2 ? CpuWindow.NONE : CpuWindow.between(marks.get(last - 2), marks.get(last - 1), marks.get(last));
    }

    /** How busy the machine was in it. */
    MachineUse machine() {
        int last = marks.size() - 1;
        return last < 2
                ? MachineUse.NONE
                : MachineUse.between(
                        marks.get(last - 2).machine(), marks.get(last).machine(), MachineUse.loadAverage());
    }

    /** How long the span came after the first that was stored, in seconds. */
    double warmSeconds() {
        int last = marks.size() - 1;
        return last < 2 ? 0 : (marks.get(last - 2).atNanos() - beganNanos) / 1e9;
    }
}
