package org.banip.measure.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.banip.measure.overhead.OverheadStudy;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code banip measure overhead}. */
@Command(
        name = "overhead",
        header = "Computes what headers cost by payload and way of sending, after the thesis's model.",
        description = "IP 20 and TCP 32 bytes a packet, 524 bytes of payload in each, HTTP headers of 52 and 37 bytes.")
final class MeasureOverheadCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "Where results go, made if it is not there. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("results");

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        ResultsFolder folder = ResultsFolder.create(out, Environment.here(0));
        try (ResultTable table = folder.table("overhead")) {
            OverheadStudy.model().forEach(table::add);
        }
        try (ResultTable table = folder.table("overhead-published")) {
            for (OverheadStudy.Given given : OverheadStudy.given()) {
                table.add(given.row());
                spec.commandLine().getOut().println(given);
            }
        }
        return ExitCode.OK;
    }
}
