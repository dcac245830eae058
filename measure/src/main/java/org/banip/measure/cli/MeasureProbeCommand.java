package org.banip.measure.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.measure.link.UserNamespace;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.probe.ProbeRow;
import org.banip.measure.probe.ProbeTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code banip measure probe}. */
@Command(
        name = "probe",
        header = "Probes an emulated link with plain UDP and TCP, as the thesis did.",
        description = "Uplink. On gprs-2slot it takes about two minutes.")
final class MeasureProbeCommand implements Callable<Integer> {
    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "gprs-2slot",
            description = "A link profile; banip measure link --list shows them. Default: ${DEFAULT-VALUE}.")
    private String profile = "gprs-2slot";

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "200000",
            description = "How much each probe sends. Default: ${DEFAULT-VALUE}.")
    private long bytes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of all that is left to chance: a whole number. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LinkProfile link = Checked.options(spec, () -> LinkProfile.named(profile));
        Optional<Integer> elsewhere = UserNamespace.rerun();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        spec.commandLine().getErr().println("probing " + link.name());
        List<ProbeRow> rows = new ProbeTable(link, seed, bytes).run();
        PrintWriter out = spec.commandLine().getOut();
        out.println("link " + link.name() + ", seed " + seed + ", TCP "
                + link.links().get(0).congestionControl());
        out.println(ProbeRow.heading());
        rows.forEach(row -> out.println(row.text()));
        return ExitCode.OK;
    }
}
