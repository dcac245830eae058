package org.banip.measure.cpi;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.measure.results.ResultRow;
import org.jspecify.annotations.Nullable;

/** Progress of one planned run. Its thread writes it, any thread reads it. */
final class CpiRunState {
    /** Phases of a run. */
    enum Phase {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    /** Waiting until everything is stored, and reading it back. */
    private static final double END_SECONDS = 4;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PlannedRun plan;
    private volatile Phase phase = Phase.WAITING;
    private volatile double expectedSeconds;
    private volatile @Nullable CpiRun run;
    private volatile @Nullable CpiResult result;
    private volatile @Nullable ResultRow row;
    private volatile @Nullable String problem;

    CpiRunState(PlannedRun plan) {
        this.plan = plan;
        expectedSeconds = plan.expectedSeconds();
    }

    void begin(CpiRun running, double expected) {
        expectedSeconds = expected;
        run = running;
        phase = Phase.RUNNING;
    }

    /**
     * It has succeeded.
     *
     * @param capacity the capacity to which its load refers, in bytes per second, for a relative load
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

    /** Share of the data that is transferred, 0 to 1. */
    double share() {
        CpiRun running = run;
        return running == null ? 0 : Math.min(1, (double) running.delivered() / plan.bytes());
    }

    /** Whether the transfer has not begun: its processes will start, or are starting. */
    boolean ahead() {
        return phase == Phase.WAITING || phase == Phase.RUNNING && elapsed().isEmpty();
    }

    private Optional<Duration> elapsed() {
        return Optional.ofNullable(run).flatMap(CpiRun::elapsed);
    }

    /** The expected rest, extrapolated from the progress since the first data. */
    Duration left() {
        if (phase == Phase.DONE || phase == Phase.FAILED) {
            return Duration.ZERO;
        }
        double share = share();
        double elapsed = elapsed().map(Duration::toNanos).orElse(0L) / NANOS_PER_SECOND;
        double seconds = share > 0.05 ? elapsed * (1 - share) / share : Math.max(1, expectedSeconds - elapsed);
        return Duration.ofMillis((long) ((seconds + END_SECONDS) * 1000));
    }
}
