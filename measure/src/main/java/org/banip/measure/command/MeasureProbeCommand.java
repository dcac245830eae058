package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.relay.LinkRelay;
import org.banip.measure.probe.ProbeRow;
import org.banip.measure.probe.ProbeTable;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure probe}. */
@Command(
        name = "probe",
        header = "Probes an emulated link with plain UDP and TCP, as the thesis did.",
        description = "Probes the uplink. It takes one and a half minutes on gprs-2slot, three on gprs-1slot.")
final class MeasureProbeCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final LinkOptions.Several links = new LinkOptions.Several("gprs-2slot");

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "200000",
            converter = Ranges.Bytes.class,
            description = "Bytes that each probe sends. Default: ${DEFAULT-VALUE}.")
    private long bytes;

    @Mixin
    private final RelayOption relay = new RelayOption();

    @Mixin
    private final ResultsOptions options = new ResultsOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureProbeCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<LinkProfile> profiles = Checked.options(spec, links::profiles);
        Optional<Integer> elsewhere = relay.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        boolean relayed = relay.relayed(spec.commandLine().getErr());
        stop.listen();
        ResultsFolder folder = options.folder("probe");
        try (ResultTable table = folder.table("probe")) {
            for (LinkProfile link : profiles) {
                if (!stop.requested()) {
                    probe(link, relayed, table);
                }
            }
        }
        return OutOption.end(folder, stop, true, spec.commandLine().getErr());
    }

    private void probe(LinkProfile link, boolean relayed, ResultTable table) throws IOException, InterruptedException {
        LinkSettings first = link.links().get(0);
        List<ProbeRow> rows = new ProbeTable(link, options.seed(), bytes, relayed)
                .run(stop, row -> table.add(row.row(first, relayed)));
        print(rows, first, relayed);
    }

    private void print(List<ProbeRow> rows, LinkSettings link, boolean relayed) {
        PrintWriter out = spec.commandLine().getOut();
        if (options.json()) {
            rows.forEach(row -> out.println(row.row(link, relayed).json()));
            return;
        }
        out.println("link " + link.name() + ", seed " + options.seed() + ", "
                + (relayed ? LinkRelay.QUALITY + ": a relay" : "TCP " + link.congestionControl()));
        out.println(ProbeRow.heading());
        rows.forEach(row -> out.println(row.text()));
    }
}
