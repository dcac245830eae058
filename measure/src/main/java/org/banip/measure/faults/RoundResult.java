package org.banip.measure.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.banip.app.terminal.Figures;
import org.banip.measure.faults.record.RecordFindings;
import org.banip.measure.results.ResultRow;

/**
 * What came of a round. Immutable.
 *
 * @param number of the round, from 1
 * @param kind of the arrangement
 * @param folder of the arrangement, with its logs
 * @param faults in the order of their begin
 * @param happened what was done, and when
 * @param seconds from the end of the last fault until everything given up to then was stored
 * @param sets sensor sets in the arrangement's store
 * @param gaps gaps that were declared in this round
 * @param declared sensor sets in these gaps
 * @param lost sensor sets that were sampled and that were lost with the MBU's process in this round
 * @param undeclared of these, those of an MBU with the spool in memory
 * @param longestSeconds the longest signal that was lost with a process of the MBU, in all rounds of the arrangement so far
 * @param alertSteps steps of alerts that the webhook was told in the arrangement, with its last round; otherwise 0
 * @param problems what is wrong; empty if nothing is
 */
record RoundResult(
        int number,
        ArrangementKind kind,
        Path folder,
        List<Fault> faults,
        List<String> happened,
        double seconds,
        long sets,
        long gaps,
        long declared,
        long lost,
        long undeclared,
        double longestSeconds,
        long alertSteps,
        List<String> problems) {
    /** Copies the lists. */
    RoundResult {
        faults = List.copyOf(faults);
        happened = List.copyOf(happened);
        problems = List.copyOf(problems);
    }

    boolean failed() {
        return !problems.isEmpty();
    }

    /** The last round of an arrangement: the same with the problems of its end, and the steps of alerts. */
    RoundResult atEnd(List<String> more, long steps) {
        List<String> all = new ArrayList<>(problems);
        all.addAll(more);
        return new RoundResult(
                number,
                kind,
                folder,
                faults,
                happened,
                seconds,
                sets,
                gaps,
                declared,
                lost,
                undeclared,
                longestSeconds,
                steps,
                all);
    }

    /** The difference that a round made to the findings in the store. */
    static long grown(RecordFindings now, RecordFindings before, ToLongFunction<RecordFindings> of) {
        return Math.max(0, of.applyAsLong(now) - of.applyAsLong(before));
    }

    private String faultsInWords() {
        return faults.stream().map(Fault::toString).collect(Collectors.joining("; "));
    }

    /** One line. */
    String line() {
        String gap = gaps == 0 && lost == 0
                ? ""
                : ", " + Figures.counted(gaps, "gap") + " of " + Figures.counted(declared, "sensor set") + ", "
                        + Figures.count(lost) + " lost with the process"
                        + (undeclared > 0 ? ", undeclared: spool in memory" : "");
        return String.format(
                Locale.ROOT,
                "round %4d  %s  %s: goes on after %.1f s, %s stored%s",
                number,
                failed() ? "FAILED" : "ok",
                faultsInWords(),
                seconds,
                Figures.count(sets),
                gap);
    }

    /**
     * What somebody needs who looks for the reason of a failure.
     *
     * @param settings of the suite, with the seed
     */
    List<String> details(FaultsSettings settings) {
        List<String> lines = new ArrayList<>();
        lines.add("FAILED: seed " + settings.seed() + ", round " + number + ", arrangement " + kind.number() + " ("
                + kind + ")");
        lines.add("  faults: " + faultsInWords());
        happened.forEach(what -> lines.add("  " + what));
        problems.forEach(problem -> lines.add("  problem: " + problem));
        lines.add("  logs: " + folder);
        int first = kind.number() * settings.life() + 1;
        lines.add("  the same rounds: banip measure faults --seed " + settings.seed() + " --first " + first
                + " --rounds " + (number - first + 1) + " --life " + settings.life());
        return lines;
    }

    ResultRow row() {
        return new ResultRow()
                .count("round", number)
                .count("arrangement", kind.number())
                .text("kind", kind.toString())
                .text("faults", faultsInWords())
                .flag("passed", !failed())
                .number("goesOnSeconds", seconds)
                .count("stored", sets)
                .count("gaps", gaps)
                .count("declaredSets", declared)
                .count("lostSets", lost)
                .count("undeclaredSets", undeclared)
                .number("longestLostSeconds", longestSeconds)
                .count("alertSteps", alertSteps)
                .text("problems", String.join("; ", problems));
    }
}
