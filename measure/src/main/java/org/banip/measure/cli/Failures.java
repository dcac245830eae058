package org.banip.measure.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.banip.core.error.BanipException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells a person what is wrong, in a sentence; where it comes from only with {@code --verbose}. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Banip banip;

    Failures(Banip banip) {
        this.banip = banip;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(name + ": " + failure.getMessage());
        if (failure instanceof UnmatchedArgumentException) {
            UnmatchedArgumentException.printSuggestions(failure, err);
        }
        err.println("Try '" + name + " --help'.");
        trace(failure, err);
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        return report(failure, command);
    }

    /** Says what went wrong and returns the exit code for it. */
    int report(Throwable failure, CommandLine command) {
        PrintWriter err = command.getErr();
        err.println(command.getCommandSpec().qualifiedName() + ": " + sentence(failure));
        trace(failure, err);
        return ExitCode.SOFTWARE;
    }

    private static String sentence(Throwable failure) {
        if (failure instanceof BanipException known) {
            return known.getMessage() + " (" + known.code().token() + ")";
        }
        if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof InterruptedException) {
            return "interrupted";
        }
        return "a fault of ours: " + failure + "; --verbose shows where";
    }

    private void trace(Throwable failure, PrintWriter err) {
        if (banip.verbose()) {
            failure.printStackTrace(err);
        }
    }
}
