package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.cpi.AlarmResult;
import org.banip.measure.cpi.AlarmRun;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.LivePlan;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.StartResult;
import org.banip.measure.cpi.StartRun;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure live}. */
@Command(
        name = "live",
        header = "Measures how live a bad link is, over several queues and congestion controls.",
        description = {
            "For each queue and each congestion control: latency and bytes at loads of 390, 1100 and 3500 bytes of sensor sets a"
                    + " second, the same with the setting for the fewest bytes, 8000 bytes a second for four times as long, 1963 bytes a"
                    + " second for twice as long with an outage, once on a link that keeps its packets meanwhile and once on one that loses"
                    + " them, and the transfer capacity with packets of 100 and 500 ms. Then alarms of 50 bytes, first over a link that"
                    + " carries nothing else, then behind a backlog of a day, and at last the time from the MBU's start to its first packet in the store (docs/measuring.md).",
            "Exits with 0 if every run was made and delivered exactly what was sensed, otherwise with 1."
        })
final class MeasureLiveCommand extends StoppableMeasurement {
    private static final int LEAST_SECONDS = 4;
    private static final int MOST_HOURS = 168;
    /** A run uses about a fifth of a processor. */
    private static final int RUNS_PER_PROCESSOR = 4;

    @Option(
            names = "--link",
            paramLabel = "PROFILE",
            defaultValue = "gprs-2slot",
            description = "A link profile, or a file that holds one. Default: ${DEFAULT-VALUE}.")
    private String link = "";

    @Option(
            names = "--queue",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "10000,20000",
            description = "Queues in front of the uplink, with commas. Default: ${DEFAULT-VALUE}.")
    private List<Integer> queues = List.of();

    @Option(
            names = "--congestion-control",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "reno,cubic",
            description = "TCP's congestion controls, with commas. Default: ${DEFAULT-VALUE}.")
    private List<String> controls = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "75",
            description = "Length of a run. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--only",
            paramLabel = "KIND",
            split = ",",
            description =
                    "Only runs of these kinds, with commas: high, capacity, outage, default, bytes, alarms, start. Default: all of them.")
    private Set<LivePlan.Kind> only = EnumSet.noneOf(LivePlan.Kind.class);

    @Option(
            names = "--backlog-hours",
            paramLabel = "N",
            defaultValue = "24",
            description =
                    "Length of the backlog in the spool before the first alarm, 1 to 168 hours. Default: ${DEFAULT-VALUE}.")
    private int backlogHours;

    @Mixin
    private final MbuOptions mbu = new MbuOptions();

    @Mixin
    private final ExperimentOptions experiment = ExperimentOptions.perProcessor(RUNS_PER_PROCESSOR);

    MeasureLiveCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PlannedRun> plan = checked(this::plan);
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        ResultsFolder folder = experiment.folder("live");
        Stop stop = listen();
        CpiFindings findings = experiment.run("live", plan, folder, stop);
        if (!experiment.json() && !plan.isEmpty()) {
            findings.toLiveLines().forEach(commandLine().getOut()::println);
        }
        if (kinds().contains(LivePlan.Kind.ALARMS)) {
            alarms(folder, stop);
        }
        if (kinds().contains(LivePlan.Kind.START)) {
            starts(folder, stop);
        }
        return experiment.end(findings, folder, stop, commandLine());
    }

    /** One after the other: each first fills a spool, which uses a processor. */
    private void alarms(ResultsFolder folder, Stop stop) throws IOException, InterruptedException {
        PrintWriter out = commandLine().getOut();
        PrintWriter progress = commandLine().getErr();
        List<AlarmRun> runs = LivePlan.alarms(profile(), queues, controls, options(), backlogHours * 3600);
        try (ResultTable table = folder.table("live-alarms")) {
            int number = 1;
            for (AlarmRun run : runs) {
                if (!stop.requested()) {
                    progress.println("alarms behind a backlog: run " + number + " of " + runs.size() + ", "
                            + run.name() + ": fills a spool with " + backlogHours
                            + " h of signal, then twice " + run.alarms() + " alarms in " + seconds + " s each");
                    progress.flush();
                    AlarmResult result =
                            run.run(folder.directory().resolve("live-alarms").resolve(run.name()));
                    table.add(result.row());
                    if (!experiment.json() && number == 1) {
                        out.println(AlarmResult.HEAD);
                    }
                    out.println(experiment.json() ? result.row().json() : result.line());
                    out.flush();
                    number++;
                }
            }
        }
    }

    /** One after the other, because a start uses a processor. */
    private void starts(ResultsFolder folder, Stop stop) throws IOException, InterruptedException {
        PrintWriter out = commandLine().getOut();
        boolean first = true;
        try (ResultTable table = folder.table("live-start")) {
            for (StartRun run : LivePlan.starts(profile(), queues, controls, options())) {
                if (!stop.requested()) {
                    StartResult result =
                            run.run(folder.directory().resolve("live-start").resolve(run.name()));
                    table.add(result.row());
                    if (!experiment.json() && first) {
                        out.println(StartResult.HEAD);
                    }
                    out.println(experiment.json() ? result.row().json() : result.line());
                    out.flush();
                    first = false;
                }
            }
        }
    }

    private List<PlannedRun> plan() {
        if (seconds < LEAST_SECONDS) {
            throw new IllegalArgumentException("runs of " + seconds + " s, allowed are " + LEAST_SECONDS + " or more");
        }
        if (backlogHours < 1 || backlogHours > MOST_HOURS) {
            throw new IllegalArgumentException("--backlog-hours " + backlogHours + ", allowed are 1 to " + MOST_HOURS);
        }
        controls.forEach(KernelCongestion::checked);
        return LivePlan.over(profile(), queues, controls, options(), kinds());
    }

    private Set<LivePlan.Kind> kinds() {
        return only.isEmpty() ? EnumSet.allOf(LivePlan.Kind.class) : only;
    }

    private LinkProfile profile() {
        return new LinkOptions.One().profile(link);
    }

    private LivePlan.Options options() {
        return new LivePlan.Options(
                mbu.uplink(),
                mbu.tls(),
                mbu.signal(MbuOptions.CHANNELS),
                mbu.acknowledgeWithin(),
                seconds,
                experiment.seed());
    }
}
