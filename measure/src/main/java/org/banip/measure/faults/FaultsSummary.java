package org.banip.measure.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.banip.app.terminal.Figures;

/** All rounds together, and by fault. One thread. */
final class FaultsSummary {
    private static final String ROW = "%-22s %7s %7s %16s %9s";

    private final Map<String, Row> rows = new TreeMap<>();
    private int rounds;
    private int failed;
    private long gaps;
    private long declared;
    private long lost;
    private long undeclared;
    private long alertSteps;
    private double durableSeconds;
    private double memorySeconds;

    /** One fault at one place. */
    private static final class Row {
        final List<Double> seconds = new ArrayList<>();
        int failed;
    }

    void add(RoundResult result) {
        rounds++;
        failed += result.failed() ? 1 : 0;
        gaps += result.gaps();
        declared += result.declared();
        lost += result.lost();
        undeclared += result.undeclared();
        alertSteps += result.alertSteps();
        if (result.kind().spool() == ArrangementKind.Spool.MEMORY) {
            memorySeconds = Math.max(memorySeconds, result.longestSeconds());
        } else {
            durableSeconds = Math.max(durableSeconds, result.longestSeconds());
        }
        for (Fault fault : result.faults()) {
            Row row = rows.computeIfAbsent(fault.name(), name -> new Row());
            row.failed += result.failed() ? 1 : 0;
            row.seconds.add(result.seconds());
        }
    }

    /** Rounds that failed. */
    int failed() {
        return failed;
    }

    /** A table of faults, and the sums. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, ROW, "fault", "rounds", "failed", "goes on, median", "longest"));
        rows.forEach((name, row) -> {
            Collections.sort(row.seconds);
            int count = row.seconds.size();
            lines.add(String.format(
                    Locale.ROOT,
                    ROW,
                    name,
                    count,
                    row.failed,
                    Figures.millis(row.seconds.get(count / 2) * 1000),
                    Figures.millis(row.seconds.get(count - 1) * 1000)));
        });
        lines.add(Figures.counted(rounds, "round") + ", " + failed + " failed");
        lines.add("declared: " + Figures.counted(gaps, "gap") + " of " + Figures.counted(declared, "sensor set")
                + ", the time without a process included");
        lines.add("lost with a process of the MBU: " + Figures.counted(lost - undeclared, "sensor set")
                + ", declared, at most " + Figures.millis(durableSeconds * 1000) + " of signal each time; "
                + Figures.counted(undeclared, "sensor set") + " of a spool in memory, not declared, at most "
                + Figures.millis(memorySeconds * 1000));
        lines.add("alerts: " + Figures.counted(alertSteps, "step") + ", each taken once by the webhook");
        return lines;
    }
}
