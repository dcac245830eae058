package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.server.audit.AuditCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code banip audit verify}. */
@Command(
        name = "verify",
        header = "Checks that an audit log is as it was written, and names the first line that is not.",
        description = {
            "Reads the files in the order given, or all files of a directory, and changes nothing. A server may write them at the same time.",
            "Finds lines that were changed, removed, inserted or exchanged. Lines that were cut off at the end are found only with --expect and a digest"
                    + " that was kept elsewhere.",
            "Prints the digest of the last line. Ends with 0 if all is as written, with 1 otherwise."
        })
final class AuditVerifyCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files of one log in order, or its directory.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--expect",
            paramLabel = "DIGEST",
            description = "The log must have the line with this digest, which an earlier check printed. Default: none.")
    private @Nullable String expect;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Optional<String> expected = expected();
        AuditCheck.Report report;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            TimeLeft left = new TimeLeft(System.nanoTime());
            AuditCheck.Listener heard = (done, total) -> {
                String line = "checking the audit log: " + left.text(done, total, System.nanoTime());
                progress.update(size -> List.of(Line.plain(line)), () -> line);
            };
            report = Checked.options(spec, () -> AuditCheck.run(files, expected, heard));
        }
        report.bad().ifPresent(bad -> out.println(bad.text()));
        print(report, out);
        return report.isIntact() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Optional<String> expected() {
        Optional<String> digest = Optional.ofNullable(expect).map(text -> text.toLowerCase(Locale.ROOT));
        digest.filter(text -> !text.matches("[0-9a-f]{64}")).ifPresent(text -> {
            throw new ParameterException(
                    spec.commandLine(), "--expect: '" + text + "' is not allowed; allowed are 64 of 0-9 a-f");
        });
        return digest;
    }

    private static void print(AuditCheck.Report report, PrintWriter out) {
        if (report.bad().isPresent()) {
            out.println(Figures.counted(report.lines(), "line") + " before it are as written");
            return;
        }
        out.println(Figures.counted(report.lines(), "line") + ", all as written"
                + (report.firstNumber() > 1 ? "; the log begins with number " + report.firstNumber() : ""));
        if (report.unfinished() > 0) {
            out.println(
                    Figures.counted(report.unfinished(), "end") + " of files that a killed process has left, declared");
        }
        if (report.open()) {
            out.println("the last line has no end yet: it is being written, or the process was killed");
        }
        if (!report.expected()) {
            out.println("no line has the expected digest: the log was cut, or it is another one");
        }
        if (report.lines() > 0) {
            out.println(
                    "last digest " + report.digest() + ", number " + report.lastNumber() + ", " + report.lastTime());
        }
    }
}
