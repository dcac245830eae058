package org.banip.measure.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.banip.measure.overhead.OverheadStudy;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code banip measure overhead}. */
@Command(
        name = "overhead",
        header = "Computes the overhead of headers by payload and way of sending, with the thesis's model.",
        description =
                "A packet has 20 bytes of IP, 32 of TCP and up to 524 of payload. HTTP headers have 52 and 37 bytes.")
final class MeasureOverheadCommand implements Callable<Integer> {
    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        List<OverheadStudy.Given> given = OverheadStudy.given();
        List<ResultRow> rows = given.stream().map(OverheadStudy.Given::row).toList();
        ResultsFolder folder = out.folder("overhead");
        try (ResultTable table = folder.table("overhead")) {
            OverheadStudy.model().forEach(table::add);
        }
        try (ResultTable table = folder.table("overhead-published")) {
            rows.forEach(table::add);
        }
        json.print(
                rows,
                () -> given.stream().map(OverheadStudy.Given::toString).toList(),
                spec.commandLine().getOut());
        spec.commandLine().getErr().println("results in " + folder.directory());
        return ExitCode.OK;
    }
}
