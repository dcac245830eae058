package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.app.terminal.Stop;
import org.banip.measure.http.HttpExperiment;
import org.banip.measure.http.HttpFindings;
import org.banip.measure.http.HttpSettings;
import org.banip.measure.http.StudiedLink;
import org.banip.measure.http.transfer.Transfer;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure http}. */
@Command(
        name = "http",
        header =
                "Compares HTTP/1.1, HTTP/2 and HTTP/3 with 1-RTT and 0-RTT: page loads and alarms over a matrix of links.",
        description = {
            "For each link: pages of many objects, and alarms of 200 bytes on fresh and on resumed connections; mean times with intervals"
                    + " of 90 %%, and speed-ups over HTTP/1.1 beside those of Zinner et al. (2017). See docs/measuring.md.",
            "On two processors without other load the default is expected to take less than 20 minutes, --all two hours.",
            "Exits with 0 if every load came whole, with 130 if interrupted, otherwise with 1."
        })
final class MeasureHttpCommand extends StoppableMeasurement {
    private static final List<Double> ALL_LOSSES = List.of(0.0, 1.0, 2.0);
    private static final List<Integer> ALL_PAGES = List.of(212, 812, 1206);

    @Option(
            names = "--bandwidth",
            paramLabel = "MBIT",
            split = ",",
            defaultValue = "2,6,16",
            description = "Rates in Mbit/s, the same in both directions. Default: ${DEFAULT-VALUE}.")
    private List<Double> bandwidths = List.of();

    @Option(
            names = "--rtt",
            paramLabel = "MS",
            split = ",",
            defaultValue = "20,50,100,200",
            description = "Added round-trip times in ms. Default: ${DEFAULT-VALUE}.")
    private List<Integer> roundTrips = List.of();

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            split = ",",
            defaultValue = "0,2",
            description = "Shares of packets lost in each direction. Default: ${DEFAULT-VALUE}.")
    private List<Double> losses = List.of();

    @Option(
            names = "--page",
            paramLabel = "KB",
            split = ",",
            defaultValue = "212",
            description = "Sizes of pages in kB. Default: ${DEFAULT-VALUE}.")
    private List<Integer> pages = List.of();

    @Option(
            names = "--all",
            description = "The whole matrix: losses 0, 1, 2 %% and pages of 212, 812, 1206 kB. Default: a part of it.")
    private boolean all;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "20",
            description = "Loads of each kind, an even number. Default: ${DEFAULT-VALUE}.")
    private int repeats;

    @Option(
            names = "--congestion-control",
            paramLabel = "NAME",
            defaultValue = "cubic",
            description = "Of TCP and of QUIC: cubic, reno or bbr. Default: ${DEFAULT-VALUE}.")
    private String congestionControl = "cubic";

    @Mixin
    private final ParallelOption parallel = new ParallelOption(24);

    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    MeasureHttpCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        HttpSettings settings = checked(this::settings);
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        Stop stop = listen();
        ResultsFolder folder = results.folder(HttpExperiment.TABLE);
        HttpFindings findings = new HttpExperiment(settings, folder, stop).run();
        PrintWriter out = commandLine().getOut();
        if (results.json()) {
            findings.rows().stream().map(ResultRow::json).forEach(out::println);
        } else {
            findings.toLines().forEach(out::println);
        }
        return end(folder, findings.complete());
    }

    private HttpSettings settings() {
        List<StudiedLink> links = new ArrayList<>();
        for (double bandwidth : bandwidths) {
            for (int roundTrip : roundTrips) {
                for (double loss : all ? ALL_LOSSES : losses) {
                    links.add(new StudiedLink(bandwidth, roundTrip, loss, congestionControl));
                }
            }
        }
        List<Transfer> transfers = new ArrayList<>();
        (all ? ALL_PAGES : pages).forEach(size -> transfers.add(new Transfer.OfPage(size)));
        transfers.add(new Transfer.OfAlarm(false));
        transfers.add(new Transfer.OfAlarm(true));
        return new HttpSettings(links, transfers, repeats, parallel.runs(), results.seed());
    }
}
