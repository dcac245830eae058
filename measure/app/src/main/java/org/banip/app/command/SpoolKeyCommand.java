package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.mbu.settings.SpoolKeyFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

/** {@code banip spool-key}. */
@Command(
        name = "spool-key",
        header = "Makes a key for an MBU's spool.",
        description =
                "The file can be read by you only. It opens the spool's files: keep it on another disk than the spool. Without it nobody"
                        + " can deliver what waits there.")
final class SpoolKeyCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The new file of the key.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        Path made = Checked.options(spec, this::make);
        PrintWriter out = spec.commandLine().getOut();
        out.println(made + "  the key of a spool");
        out.println();
        out.println("Use it:");
        out.println("  banip mbu --spool DIR,key=" + file + " …");
        return ExitCode.OK;
    }

    private Path make() {
        SpoolKeyFile.make(file);
        return file;
    }
}
