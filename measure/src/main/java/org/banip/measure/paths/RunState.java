package org.banip.measure.paths;

import java.util.Optional;
import org.banip.measure.results.ResultRow;
import org.jspecify.annotations.Nullable;

/** One run as others see it. Its thread writes it, any thread reads it. */
final class RunState {
    /** How far it is. */
    enum Phase {
        WAITING,
        RUNNING,
        DONE,
        FAILED,
        /** The machine has not what it needs. */
        SKIPPED
    }

    private final PlannedRun plan;
    private volatile Phase phase = Phase.WAITING;
    private volatile @Nullable PathsRun run;
    private volatile @Nullable PathsResult result;
    private volatile String problem = "";

    RunState(PlannedRun plan) {
        this.plan = plan;
    }

    PlannedRun plan() {
        return plan;
    }

    Phase phase() {
        return phase;
    }

    void begin(PathsRun running) {
        run = running;
        phase = Phase.RUNNING;
    }

    void end(PathsResult measured) {
        result = measured;
        phase = Phase.DONE;
    }

    void fail(String why) {
        problem = why;
        phase = Phase.FAILED;
    }

    void skip(String why) {
        problem = why;
        phase = Phase.SKIPPED;
    }

    /** Empty unless it is done. */
    Optional<PathsResult> result() {
        return Optional.ofNullable(result);
    }

    /** Why there is no result; empty if there is one, or none yet. */
    String problem() {
        return problem;
    }

    /** Its row, as soon as it has ended. */
    Optional<ResultRow> row(PathsSettings settings) {
        if (result().isPresent()) {
            return result().map(PathsResult::row);
        }
        return problem.isEmpty()
                ? Optional.empty()
                : Optional.of(PathsResult.described(plan, settings).text("problem", problem));
    }

    double share() {
        PathsRun running = run;
        return running == null ? 0 : running.share();
    }

    /** Whether its load has not begun. */
    boolean ahead() {
        PathsRun running = run;
        return phase == Phase.WAITING || phase == Phase.RUNNING && running != null && running.elapsed() == 0;
    }

    /** Expected seconds until it ends, by what arrived so far. */
    double secondsLeft() {
        PathsRun running = run;
        if (phase != Phase.WAITING && phase != Phase.RUNNING) {
            return 0;
        }
        double elapsed = running == null ? 0 : running.elapsed();
        double share = share();
        return share > 0.05 ? elapsed * (1 - share) / share : Math.max(1, plan.expectedSeconds() - elapsed);
    }
}
