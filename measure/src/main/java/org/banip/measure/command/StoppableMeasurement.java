package org.banip.measure.command;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.banip.app.option.Checked;
import org.banip.app.terminal.Stop;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;

/** A measurement with processes of its own, which Ctrl-C ends in order. */
abstract class StoppableMeasurement implements Callable<Integer> {
    private final Stop stop;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    StoppableMeasurement(Stop stop) {
        this.stop = stop;
    }

    /** The settings; a value that is not allowed is told as a mistake of the user. */
    final <T> T checked(Supplier<T> settings) {
        return Checked.options(spec, settings);
    }

    /** From now on Ctrl-C only asks for the end. */
    final Stop listen() {
        stop.listen();
        return stop;
    }

    final CommandLine commandLine() {
        return spec.commandLine();
    }

    /** Prints a line of the result. */
    final void print(String line) {
        commandLine().getOut().println(line);
    }

    /** Says a line besides, on standard error. */
    static void say(String line) {
        System.err.println(line);
    }

    /** Names the folder, and returns the exit code. */
    final int end(ResultsFolder folder, boolean passed) {
        return OutOption.end(folder, stop, passed, commandLine().getErr());
    }
}
