package org.banip.measure.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import org.banip.measure.results.ResultRow;
import picocli.CommandLine.Option;

/** The form in which results are printed. */
final class JsonOption {
    @Option(names = "--json", description = "Print each result as a line of JSON. Default: as text.")
    private boolean json;

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return json;
    }

    /** Prints rows as JSON or as text. */
    void print(List<ResultRow> rows, Supplier<List<String>> text, PrintWriter out) {
        List<String> lines = json ? rows.stream().map(ResultRow::json).toList() : text.get();
        lines.forEach(out::println);
    }
}
