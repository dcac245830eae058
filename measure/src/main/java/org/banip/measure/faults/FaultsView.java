package org.banip.measure.faults;

import java.time.Duration;
import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Terminal;

/** The suite's progress. One thread. */
final class FaultsView {
    private final int rounds;
    private final int parallel;
    private final long begunNanos = System.nanoTime();
    private int made;
    private int failed;

    FaultsView(int rounds, int parallel) {
        this.rounds = rounds;
        this.parallel = parallel;
    }

    void made(RoundResult result) {
        made++;
        failed += result.failed() ? 1 : 0;
    }

    /** How many rounds were made. */
    int made() {
        return made;
    }

    String line() {
        return "faults: " + Figures.count(made) + " of " + Figures.count(rounds) + " rounds, " + failed + " failed"
                + left();
    }

    List<Line> block(Terminal.Size size) {
        return List.of(new Line(line(), failed == 0 ? Line.Tone.STRONG : Line.Tone.ALARM));
    }

    /** The first rounds take the start of their arrangements; before all of them are made, nothing is known. */
    private String left() {
        if (made < Math.min(parallel, rounds)) {
            return "";
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - begunNanos);
        return "; about " + Figures.clock(elapsed.multipliedBy(rounds - made).dividedBy(made)) + " left";
    }
}
