package org.banip.measure.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;
import org.banip.measure.results.ResultRow;

/** What the study found. Immutable. */
public final class HttpFindings {
    private static final double MILLIS = 1000;

    private final List<Cell> cells;
    private final List<String> problems;

    HttpFindings(List<RunState> states) {
        cells = states.stream().flatMap(state -> state.cells().stream()).toList();
        problems = states.stream()
                .filter(state -> !state.problem().isEmpty())
                .map(state -> state.link().name() + ": " + state.problem())
                .toList();
    }

    /** Whether every load of every link came whole. */
    public boolean complete() {
        return problems.isEmpty() && cells.stream().allMatch(cell -> cell.failed() == 0);
    }

    /** The rows of results. */
    public List<ResultRow> rows() {
        return cells.stream().map(Cell::row).toList();
    }

    /** A table as text: a line for each link and transfer, and what must be known of it. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add("mean of the loads with its interval of 90 %, ms, and speed-up over http1, %; [published speed-up]");
        lines.add(String.format(
                Locale.ROOT,
                "%-16s %-13s %14s %31s %31s %31s",
                "link",
                "transfer",
                "http1",
                "http2",
                "http3-1rtt",
                "http3-0rtt"));
        StringBuilder line = new StringBuilder();
        String begun = "";
        for (Cell cell : cells) {
            String head = head(cell.link(), cell.transfer());
            if (!head.equals(begun)) {
                flush(line, lines);
                line.append(head);
                begun = head;
            }
            line.append(text(cell));
        }
        flush(line, lines);
        int late = cells.stream().mapToInt(Cell::late).sum();
        int failed = cells.stream().mapToInt(Cell::failed).sum();
        int all = cells.stream().mapToInt(cell -> cell.samples().size()).sum();
        lines.add(all + " loads, " + failed + " failed, " + late + " late because of this machine, even when repeated");
        lines.addAll(problems);
        return lines;
    }

    private static void flush(StringBuilder line, List<String> lines) {
        if (line.length() > 0) {
            lines.add(line.toString().stripTrailing());
            line.setLength(0);
        }
    }

    private static String head(StudiedLink link, Transfer transfer) {
        return String.format(Locale.ROOT, "%-16s %-13s", link.name(), transfer.token());
    }

    private static String text(Cell cell) {
        String time = String.format(
                Locale.ROOT,
                "%6.0f ±%4.0f",
                cell.time().mean() * MILLIS,
                cell.time().halfWidth() * MILLIS);
        if (cell.protocol() == Protocol.HTTP1) {
            return String.format(Locale.ROOT, " %14s", time);
        }
        String published = cell.published().isPresent()
                ? String.format(Locale.ROOT, "[%.1f]", cell.published().getAsDouble())
                : "";
        String speedUp = String.format(Locale.ROOT, "%5.1f ±%.1f", cell.speedUp(), cell.speedUpHalfWidth());
        return String.format(Locale.ROOT, " %31s", time + " " + speedUp + " " + published);
    }
}
