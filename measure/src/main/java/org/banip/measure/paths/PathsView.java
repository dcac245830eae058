package org.banip.measure.paths;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Terminal;

/** The study's progress as text. */
final class PathsView {
    /** Time until the processes of a BANip run have started, on two processors, if two start at the same time. */
    private static final double START_SECONDS = 4;

    private final List<RunState> runs;
    private final int atOnce;
    private final SteadyEstimate estimate = new SteadyEstimate(System::nanoTime);

    PathsView(List<RunState> runs, int atOnce) {
        this.runs = runs;
        this.atOnce = atOnce;
    }

    /** A block for a terminal of this size. */
    List<Line> block(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(counts(), Line.Tone.STRONG));
        for (RunState run : runs) {
            if (run.phase() == RunState.Phase.RUNNING && lines.size() < size.rows() - 1) {
                lines.add(Line.plain(String.format(
                        "%4.0f %%  %s left  %s",
                        run.share() * 100, clock(run.secondsLeft()), run.plan().name())));
            }
        }
        return lines;
    }

    /** Expected seconds of a run with the start of its processes. */
    static double seconds(PlannedRun run) {
        return run.expectedSeconds() + (run.transport().ours() ? START_SECONDS : 0);
    }

    /** The same in one line, with the run that takes longest among those that go on. */
    String line() {
        long running = count(RunState.Phase.RUNNING);
        return counts()
                + runs.stream()
                        .filter(run -> run.phase() == RunState.Phase.RUNNING)
                        .findFirst()
                        .map(run ->
                                "; now " + run.plan().name() + (running == 1 ? "" : " and " + (running - 1) + " more"))
                        .orElse("");
    }

    private String counts() {
        return "runs: " + count(RunState.Phase.DONE) + " of " + runs.size() + " done, " + count(RunState.Phase.RUNNING)
                + " running, " + count(RunState.Phase.FAILED) + " failed, " + count(RunState.Phase.SKIPPED)
                + " skipped; about " + clock(estimate.shown(left())) + " left";
    }

    private static String clock(double seconds) {
        return Figures.clock(Duration.ofSeconds(Math.round(seconds)));
    }

    private long count(RunState.Phase phase) {
        return runs.stream().filter(run -> run.phase() == phase).count();
    }

    private static double secondsLeft(RunState run) {
        boolean starts = run.ahead() && run.plan().transport().ours();
        return run.secondsLeft() + (starts ? START_SECONDS : 0);
    }

    private double left() {
        double longest = runs.stream().mapToDouble(PathsView::secondsLeft).max().orElse(0);
        double sum = runs.stream().mapToDouble(PathsView::secondsLeft).sum();
        long starts = runs.stream()
                .filter(run -> run.ahead() && run.plan().transport().ours())
                .count();
        return Math.max(Math.max(longest, sum / atOnce), starts * START_SECONDS);
    }
}
