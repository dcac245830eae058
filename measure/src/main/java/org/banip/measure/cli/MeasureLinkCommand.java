package org.banip.measure.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.measure.link.UserNamespace;
import org.banip.measure.link.accuracy.Accuracy;
import org.banip.measure.link.accuracy.AccuracyReport;
import org.banip.measure.link.profile.LinkProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code banip measure link}. */
@Command(
        name = "link",
        header = "Measures how well emulated links do what their settings say.",
        description = {
            "Prints expected and measured delay, goodput, loss, queue and waits, and the error.",
            "Ends with 0 if no error is beyond 2 %% or 2 ms, with 1 if one is: a busy machine is not exact."
        })
final class MeasureLinkCommand implements Callable<Integer> {
    @Option(
            names = "--profile",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "gprs-2slot",
            description = "A link profile or a file with one, or several with commas. Default: ${DEFAULT-VALUE}.")
    private List<String> profiles = List.of();

    @Option(names = "--list", description = "Say which profiles there are, and measure nothing. Default: no.")
    private boolean list;

    @Option(
            names = "--congestion-control",
            paramLabel = "NAME",
            description = "What TCP uses, for example reno, cubic, bbr. Default: what the profile says.")
    private @Nullable String congestionControl;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            converter = Ranges.Seconds.class,
            description = "How long to measure what takes time: 0.001 or more. Default: ${DEFAULT-VALUE}.")
    private Duration length = Duration.ofSeconds(20);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of all that is left to chance: a whole number. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print each result as a line of JSON. Default: as text.")
    private boolean json;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            LinkProfile.names()
                    .forEach(name ->
                            out.println(name + ": " + LinkProfile.named(name).about()));
            return ExitCode.OK;
        }
        List<LinkProfile> links = Checked.options(
                spec,
                () -> profiles.stream()
                        .map(profile -> LinkOption.profile(profile, congestionControl))
                        .toList());
        Optional<Integer> elsewhere = UserNamespace.rerun();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        boolean exact = true;
        for (LinkProfile link : links) {
            spec.commandLine().getErr().println("measuring " + link.name());
            AccuracyReport report = new Accuracy(link, seed, length).run();
            exact &= report.exact();
            print(report, out);
        }
        return exact ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void print(AccuracyReport report, PrintWriter out) {
        if (json) {
            out.println(report.toJson());
        } else {
            report.toLines().forEach(out::println);
            out.println();
        }
    }
}
