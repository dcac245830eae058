package org.banip.measure.cpi;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.measure.results.ResultRow;
import org.jspecify.annotations.Nullable;

/** How far one planned run is. Written by its thread, read by any. */
final class RunState {
    /** What a run does. */
    enum Phase {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    private final PlannedRun plan;
    private volatile Phase phase = Phase.WAITING;
    private volatile double expectedSeconds;
    private volatile long begunNanos;
    private volatile @Nullable CpiRun run;
    private volatile @Nullable CpiResult result;
    private volatile @Nullable ResultRow row;
    private volatile @Nullable String problem;

    RunState(PlannedRun plan) {
        this.plan = plan;
        expectedSeconds = plan.expectedSeconds();
    }

    void begin(CpiRun running, double expected) {
        begunNanos = System.nanoTime();
        expectedSeconds = expected;
        run = running;
        phase = Phase.RUNNING;
    }

    /**
     * It has succeeded.
     *
     * @param capacity of which its load is a share, in bytes a second, if it is one
     */
    void end(CpiResult measured, OptionalDouble capacity) {
        result = measured;
        ResultRow written = measured.row();
        capacity.ifPresent(
                whole -> written.number("capacity", whole).number("ofCapacity", measured.bytesPerSecond() / whole));
        row = written;
        phase = Phase.DONE;
    }

    void fail(Exception cause) {
        result = null;
        row = CpiRows.failed(plan, cause);
        problem = plan.name() + ": " + cause.getMessage();
        phase = Phase.FAILED;
    }

    PlannedRun plan() {
        return plan;
    }

    Phase phase() {
        return phase;
    }

    Optional<CpiResult> result() {
        return Optional.ofNullable(result);
    }

    Optional<ResultRow> row() {
        return Optional.ofNullable(row);
    }

    /** What went wrong. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** Of what is to be moved, 0 to 1. */
    double share() {
        CpiRun running = run;
        return running == null ? 0 : Math.min(1, (double) running.delivered() / plan.bytes());
    }

    /** As it goes so far. */
    Duration left() {
        if (phase == Phase.DONE || phase == Phase.FAILED) {
            return Duration.ZERO;
        }
        double share = share();
        double elapsed = phase == Phase.WAITING ? 0 : (System.nanoTime() - begunNanos) / 1e9;
        double seconds = share > 0.05 ? elapsed * (1 - share) / share : Math.max(1, expectedSeconds - elapsed);
        return Duration.ofMillis((long) (seconds * 1000));
    }
}
