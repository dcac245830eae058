package org.banip.measure.cpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.measure.terminal.Figures;
import org.banip.measure.terminal.Line;
import org.banip.measure.terminal.Terminal;

/** Words for how far an experiment is. Immutable. */
final class CpiView {
    private final List<RunState> runs;
    private final int atOnce;

    CpiView(List<RunState> runs, int atOnce) {
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
                        "%4.0f %%  %s left  %s", run.share() * 100, Figures.clock(run.left()), text(run.plan()))));
            }
        }
        return lines;
    }

    /** The same in one line. */
    String line() {
        return "runs: " + count(RunState.Phase.DONE) + " of " + runs.size() + " done, "
                + count(RunState.Phase.RUNNING) + " running, " + count(RunState.Phase.FAILED) + " failed; about "
                + Figures.clock(left()) + " left";
    }

    private long count(RunState.Phase phase) {
        return runs.stream().filter(run -> run.phase() == phase).count();
    }

    /** The longest, or all of them on so many ways at once. */
    private Duration left() {
        long longest = 0;
        long sum = 0;
        for (RunState run : runs) {
            longest = Math.max(longest, run.left().toMillis());
            sum += run.left().toMillis();
        }
        return Duration.ofMillis(Math.max(longest, sum / atOnce));
    }

    private static String text(PlannedRun plan) {
        CpiSettings settings = plan.settings();
        return settings.link().name() + "  " + settings.uplink() + "  " + settings.chain() + "  " + plan.load();
    }
}
