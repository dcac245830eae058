package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.emulator.UserNamespace;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.accuracy.Accuracy;
import org.banip.measure.accuracy.AccuracyReport;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure link}. */
@Command(
        name = "link",
        header = "Measures how exactly emulated links follow their settings.",
        description = {
            "Prints expected and measured delay, goodput, loss, queue and waits, and the error.",
            "Exits with 0 if no error is above 2 %% or 2 ms, otherwise with 1. A busy machine is not exact."
        })
final class MeasureLinkCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final LinkOptions.Several links = new LinkOptions.Several("gprs-2slot");

    @Option(names = "--list", description = "List the profiles and measure nothing. Default: no.")
    private boolean list;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            converter = Ranges.Seconds.class,
            description = "Length of each goodput measurement in seconds, 0.001 or more. Default: ${DEFAULT-VALUE}.")
    private Duration length = Duration.ofSeconds(20);

    @Mixin
    private final ResultsOptions options = new ResultsOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureLinkCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (list) {
            LinkProfile.names()
                    .forEach(name -> spec.commandLine()
                            .getOut()
                            .println(name + ": " + LinkProfile.named(name).about()));
            return ExitCode.OK;
        }
        List<LinkProfile> profiles = Checked.options(spec, links::profiles);
        Optional<Integer> elsewhere = UserNamespace.rerun();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        stop.listen();
        ResultsFolder folder = options.folder("link");
        boolean exact = measure(profiles, folder);
        return OutOption.end(folder, stop, exact, spec.commandLine().getErr());
    }

    private boolean measure(List<LinkProfile> profiles, ResultsFolder folder) throws IOException, InterruptedException {
        boolean exact = true;
        try (ResultTable table = folder.table("link");
                ResultTable lateness = folder.table("link-lateness")) {
            for (LinkProfile link : profiles) {
                if (!stop.requested()) {
                    AccuracyReport report =
                            new Accuracy(link, options.seed(), length).run(stop, row -> table.add(row.row(link)));
                    lateness.add(report.latenessRow());
                    exact &= report.exact();
                    print(report, spec.commandLine().getOut());
                }
            }
        }
        return exact;
    }

    private void print(AccuracyReport report, PrintWriter out) {
        if (options.json()) {
            out.println(report.toJson());
        } else {
            report.toLines().forEach(out::println);
            out.println();
        }
    }
}
