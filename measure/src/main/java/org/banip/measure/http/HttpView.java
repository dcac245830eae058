package org.banip.measure.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Terminal;

/** The study's progress as text. */
final class HttpView {
    /** Time until the processes of a link have started and warmed up, on two processors. */
    private static final double START_SECONDS = 6;

    private final List<List<RunState>> batches;

    HttpView(List<List<RunState>> batches) {
        this.batches = batches;
    }

    /** A block for a terminal of this size. */
    List<Line> block(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(line(), Line.Tone.STRONG));
        for (RunState state : all()) {
            if (state.phase() == RunState.Phase.MEASURING && lines.size() < size.rows() - 1) {
                lines.add(Line.plain(String.format(
                        "%4.0f %%  %s left  %s",
                        state.share() * 100,
                        Figures.clock(Duration.ofSeconds(Math.round(state.secondsLeft()))),
                        state.link().name())));
            }
        }
        return lines;
    }

    /** The same in one line. */
    String line() {
        return "links: " + count(RunState.Phase.DONE) + " of " + all().size() + " done, "
                + count(RunState.Phase.MEASURING) + " measured, " + count(RunState.Phase.STARTING)
                + " starting; about " + Figures.clock(left()) + " left";
    }

    private List<RunState> all() {
        return batches.stream().flatMap(List::stream).toList();
    }

    private long count(RunState.Phase phase) {
        return all().stream().filter(state -> state.phase() == phase).count();
    }

    private Duration left() {
        double seconds = 0;
        for (List<RunState> batch : batches) {
            double longest =
                    batch.stream().mapToDouble(RunState::secondsLeft).max().orElse(0);
            long toStart = batch.stream()
                    .filter(state ->
                            state.phase() == RunState.Phase.WAITING || state.phase() == RunState.Phase.STARTING)
                    .count();
            seconds += longest + toStart * START_SECONDS;
        }
        return Duration.ofSeconds(Math.round(seconds));
    }
}
