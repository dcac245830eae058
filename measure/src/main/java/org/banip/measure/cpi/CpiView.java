package org.banip.measure.cpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Terminal;

/** An experiment's progress as text. Immutable. */
final class CpiView {
    /** Time until the processes of a run have started and its MBU is connected, on two cores. */
    private static final Duration START = Duration.ofSeconds(7);

    private final List<CpiRunState> runs;
    private final int atOnce;

    CpiView(List<CpiRunState> runs, int atOnce) {
        this.runs = runs;
        this.atOnce = atOnce;
    }

    /** A block for a terminal of this size. */
    List<Line> block(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(line(), Line.Tone.STRONG));
        for (CpiRunState run : runs) {
            if (run.phase() == CpiRunState.Phase.RUNNING && lines.size() < size.rows() - 1) {
                lines.add(Line.plain(String.format(
                        "%4.0f %%  %s left  %s", run.share() * 100, Figures.clock(run.left()), text(run.plan()))));
            }
        }
        return lines;
    }

    /** The same in one line. */
    String line() {
        return "runs: " + count(CpiRunState.Phase.DONE) + " of " + runs.size() + " done, "
                + count(CpiRunState.Phase.RUNNING) + " running, " + count(CpiRunState.Phase.FAILED) + " failed; about "
                + Figures.clock(left()) + " left";
    }

    private long count(CpiRunState.Phase phase) {
        return runs.stream().filter(run -> run.phase() == phase).count();
    }

    /** The expected rest: the longest run, or the sum of all divided by their number at a time, and the time to start them. */
    private Duration left() {
        Duration longest = Duration.ZERO;
        Duration sum = Duration.ZERO;
        long ahead = 0;
        for (CpiRunState run : runs) {
            Duration left = run.left().plus(awaited(run));
            longest = left.compareTo(longest) > 0 ? left : longest;
            sum = sum.plus(run.left());
            ahead += run.ahead() ? 1 : 0;
        }
        Duration ways = sum.dividedBy(atOnce);
        long starts = (ahead + CpiExperiment.STARTING - 1) / CpiExperiment.STARTING;
        return START.multipliedBy(starts).plus(ways.compareTo(longest) > 0 ? ways : longest);
    }

    /** The expected rest of the run that measures the capacity to which this load refers. */
    private Duration awaited(CpiRunState run) {
        return run.phase() == CpiRunState.Phase.WAITING && run.plan().load() instanceof Load.Share
                ? runs.stream()
                        .filter(other -> other.plan().load() instanceof Load.Capacity
                                && other.plan().settings().equals(run.plan().settings()))
                        .map(CpiRunState::left)
                        .findFirst()
                        .orElse(Duration.ZERO)
                : Duration.ZERO;
    }

    private static String text(PlannedRun plan) {
        CpiSettings settings = plan.settings();
        return settings.link().name() + "  " + settings.uplink() + "  " + settings.chain() + "  " + plan.load();
    }
}
