package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.emulator.Privileges;
import org.banip.emulator.UserNamespace;
import org.banip.measure.cpi.CpiExperiment;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How an experiment of many runs is made, and where its results go. */
final class ExperimentOptions {
    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    @Option(
            names = "--at-once",
            paramLabel = "N",
            defaultValue = "16",
            converter = Ranges.Several.class,
            description = "How many runs at the same time, each on a link of its own. Default: ${DEFAULT-VALUE}.")
    private int atOnce;

    long seed() {
        return results.seed();
    }

    /**
     * Runs the command again where emulated links are available, if they are not available here.
     *
     * @return how that ended; empty if they are available here
     */
    static Optional<Integer> elsewhere() throws IOException, InterruptedException {
        Optional<Integer> code = UserNamespace.rerun();
        if (code.isPresent()) {
            return code;
        }
        Optional<String> missing = Privileges.missing();
        if (missing.isPresent()) {
            throw new BanipException(ErrorCode.FORBIDDEN, missing.get());
        }
        return Optional.empty();
    }

    /** Where results go. */
    ResultsFolder folder(String name) {
        return results.folder(name);
    }

    /** Makes the runs. */
    CpiFindings run(String name, List<PlannedRun> plan, ResultsFolder folder, Stop stop) throws InterruptedException {
        stop.listen();
        return new CpiExperiment(name, plan, folder, atOnce, stop).run();
    }

    /** Prints what was found, and says how the command ends. */
    int report(CpiFindings findings, ResultsFolder folder, Stop stop, CommandLine commandLine) {
        PrintWriter printed = commandLine.getOut();
        if (json()) {
            findings.rows().stream().map(ResultRow::json).forEach(printed::println);
        } else {
            findings.toLines().forEach(printed::println);
        }
        commandLine.getErr().println("results in " + folder.directory());
        if (stop.requested()) {
            return ResultsOptions.INTERRUPTED;
        }
        return findings.exact() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return results.json();
    }
}
