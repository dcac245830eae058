package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.banip.app.terminal.Stop;
import org.banip.emulator.Privileges;
import org.banip.emulator.UserNamespace;
import org.banip.measure.cpi.CpiExperiment;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Runs of an experiment at the same time, and the folder for their results. */
final class ExperimentOptions {
    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    @Mixin
    private final ParallelOption parallel;

    /** Sixteen runs at the same time, unless another number is given. */
    ExperimentOptions() {
        this(16);
    }

    /** So many runs at the same time for each processor, unless another number is given. */
    static ExperimentOptions perProcessor(int runs) {
        return new ExperimentOptions(ParallelOption.perProcessor(runs));
    }

    /** Runs at the same time, unless another number is given. */
    ExperimentOptions(int runs) {
        parallel = new ParallelOption(runs);
    }

    long seed() {
        return results.seed();
    }

    /**
     * Runs the command again where emulated links are available, if they are not available here.
     *
     * @return its exit code; empty if they are available here
     */
    static Optional<Integer> elsewhere() throws IOException, InterruptedException {
        Optional<Integer> code = UserNamespace.rerun();
        if (code.isPresent()) {
            return code;
        }
        Optional<String> missing = Privileges.missing();
        if (missing.isPresent()) {
            throw new IOException(missing.get());
        }
        return Optional.empty();
    }

    /** Creates the folder for the results. */
    ResultsFolder folder(String name) {
        return results.folder(name);
    }

    /** Runs the plan. */
    CpiFindings run(String name, List<PlannedRun> plan, ResultsFolder folder, Stop stop) throws InterruptedException {
        return run(name, plan, folder, parallel.runs(), stop);
    }

    /** Runs the plan; a network that all runs share carries one at a time. */
    CpiFindings runOneByOne(String name, List<PlannedRun> plan, ResultsFolder folder, Stop stop)
            throws InterruptedException {
        return run(name, plan, folder, 1, stop);
    }

    private static CpiFindings run(String name, List<PlannedRun> plan, ResultsFolder folder, int atOnce, Stop stop)
            throws InterruptedException {
        stop.listen();
        return new CpiExperiment(name, plan, folder, atOnce, stop).run();
    }

    /** Prints the findings, and returns the exit code. */
    int report(CpiFindings findings, ResultsFolder folder, Stop stop, CommandLine commandLine) {
        return report(findings, findings.toLines(), folder, stop, commandLine);
    }

    /** Prints the lines or, if that is wanted, the findings as JSON, and returns the exit code. */
    int report(CpiFindings findings, List<String> lines, ResultsFolder folder, Stop stop, CommandLine commandLine) {
        if (!json()) {
            lines.forEach(commandLine.getOut()::println);
        }
        return end(findings, folder, stop, commandLine);
    }

    /** Prints the findings as JSON if that is wanted, and returns the exit code. */
    int end(CpiFindings findings, ResultsFolder folder, Stop stop, CommandLine commandLine) {
        PrintWriter printed = commandLine.getOut();
        if (json()) {
            findings.rows().stream().map(ResultRow::json).forEach(printed::println);
        }
        return OutOption.end(folder, stop, findings.exact(), commandLine.getErr());
    }

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return results.json();
    }
}
