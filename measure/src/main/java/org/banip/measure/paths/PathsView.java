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

    PathsView(List<RunState> runs, int atOnce) {
        this.runs = runs;
        this.atOnce = atOnce;
    }

    /** A block for a terminal of this size. */
    List<Line> block(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(line(), Line.Tone.STRONG));
        for (RunState run : runs) {
            if (run.phase() == RunState.Phase.RUNNING && lines.size() < size.rows() - 1) {
                lines.add(Line.plain(String.format(
                        "%4.0f %%  %s left  %s",
                        run.share() * 100, clock(run.secondsLeft()), run.plan().name())));
            }
        }
        return lines;
    }

    /** The same in one line. */
    String line() {
        return "runs: " + count(RunState.Phase.DONE) + " of " + runs.size() + " done, " + count(RunState.Phase.RUNNING)
                + " running, " + count(RunState.Phase.FAILED) + " failed, " + count(RunState.Phase.SKIPPED)
                + " skipped; about " + clock(left()) + " left";
    }

    private static String clock(double seconds) {
        return Figures.clock(Duration.ofSeconds(Math.round(seconds)));
    }

    private long count(RunState.Phase phase) {
        return runs.stream().filter(run -> run.phase() == phase).count();
    }

    private double left() {
        double longest = runs.stream().mapToDouble(RunState::secondsLeft).max().orElse(0);
        double sum = runs.stream().mapToDouble(RunState::secondsLeft).sum();
        long starts = runs.stream()
                .filter(run -> run.ahead() && run.plan().transport().ours())
                .count();
        return Math.max(Math.max(longest, sum / atOnce), starts * START_SECONDS);
    }
}
