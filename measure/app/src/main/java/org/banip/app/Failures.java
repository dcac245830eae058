package org.banip.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.app.terminal.Wrapped;
import org.banip.core.error.BanipException;
import org.banip.core.text.FileError;
import org.banip.core.text.Spelling;
import org.banip.server.settings.SettingsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an error to the user in one sentence; with {@code --verbose}, also with its stack trace. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** How the long name of an option begins. */
    private static final String LONG = "--";

    private final Banip banip;

    Failures(Banip banip) {
        this.banip = banip;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        if (failure.getCause() instanceof SettingsException settings
                && settings.problems().size() > 1) {
            err.println(name + ": " + settings.problems().size() + " settings are wrong:");
            settings.problems().forEach(problem -> err.println(Wrapped.forStandardError("  " + problem)));
        } else {
            err.println(Wrapped.forStandardError(name + ": " + wrong(failure)));
        }
        if (failure instanceof UnmatchedArgumentException unmatched) {
            suggest(unmatched, err);
        }
        err.println("Try '" + name + " --help'.");
        trace(failure, err);
        return ExitCode.USAGE;
    }

    /** What was meant: the command or the option that is written nearly alike; otherwise, of options, what picocli finds. */
    private static void suggest(UnmatchedArgumentException unmatched, PrintWriter err) {
        Optional<String> command = unknownCommand(unmatched);
        if (command.isEmpty()) {
            Optional<String> option = nearestOption(unmatched);
            if (option.isPresent()) {
                err.println("Did you mean: " + option.get() + "?");
            } else if (!UnmatchedArgumentException.printSuggestions(unmatched, err)) {
                suggestOptions(unmatched, err);
            }
            return;
        }
        CommandLine above = unmatched.getCommandLine();
        String name = above.getCommandSpec().qualifiedName();
        Spelling.nearest(command.get(), above.getSubcommands().keySet())
                .ifPresent(meant -> err.println("Did you mean: " + name + " " + meant + "?"));
    }

    private static Optional<String> nearestOption(UnmatchedArgumentException unmatched) {
        String word = optionName(unmatched);
        List<String> names = unmatched.getCommandLine().getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Arrays.stream(option.names()))
                .filter(name -> name.startsWith(LONG))
                .map(name -> name.substring(LONG.length()))
                .toList();
        return word.startsWith(LONG)
                ? Spelling.nearest(word.substring(LONG.length()), names).map(name -> LONG + name)
                : Optional.empty();
    }

    /** The first word that was not expected, without a value. */
    private static String optionName(UnmatchedArgumentException unmatched) {
        String unknown = unmatched.getUnmatched().get(0);
        return unknown.contains("=") ? unknown.substring(0, unknown.indexOf('=')) : unknown;
    }

    /** Picocli finds what is written nearly alike, and not {@code --http-port} for {@code --port}. */
    private static void suggestOptions(UnmatchedArgumentException unmatched, PrintWriter err) {
        String word = optionName(unmatched);
        if (!word.startsWith(LONG)) {
            return;
        }
        String part = word.substring(1);
        List<String> meant = unmatched.getCommandLine().getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .filter(name -> name.endsWith(part) || name.startsWith(word + "-"))
                .sorted()
                .toList();
        if (!meant.isEmpty()) {
            err.println("Possible solutions: " + String.join(", ", meant));
        }
    }

    private static String wrong(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        return unknownCommand(failure)
                .map(word -> word.equals(Banip.MEASURE)
                        ? "the command " + Banip.MEASURE + " needs the libraries in lib/measure, which do not exist"
                        : "no such command '" + word + "'; "
                                + all(
                                        command,
                                        List.copyOf(command.getSubcommands().keySet())))
                .or(() -> unknownOptions(failure))
                .or(() -> unexpectedArguments(failure))
                .orElseGet(() -> String.valueOf(failure.getMessage()));
    }

    /** The options that do not exist, without what was taken for a value of theirs. */
    private static Optional<String> unknownOptions(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched) || !unmatched.isUnknownOption()) {
            return Optional.empty();
        }
        List<String> options = unmatched.getUnmatched().stream()
                .filter(word -> word.startsWith("-") && !word.matches("-\\.?[0-9].*"))
                .map(word -> "'" + word + "'")
                .toList();
        return options.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        (options.size() == 1 ? "Unknown option: " : "Unknown options: ") + String.join(", ", options));
    }

    /** Words that are no option's value and for which the command has no place. */
    private static Optional<String> unexpectedArguments(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched) || unmatched.isUnknownOption()) {
            return Optional.empty();
        }
        String seen =
                unmatched.getUnmatched().stream().map(word -> "'" + word + "'").collect(Collectors.joining(", "));
        String places = unmatched.getCommandLine().getCommandSpec().positionalParameters().stream()
                .map(PositionalParamSpec::paramLabel)
                .collect(Collectors.joining(" "));
        return Optional.of("unexpected: " + seen + "; "
                + (places.isEmpty() ? "only options are allowed" : "allowed besides options: " + places));
    }

    /** A word in place of a command is an unknown command. */
    private static Optional<String> unknownCommand(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        boolean onlyCommands = !command.getSubcommands().isEmpty()
                && command.getCommandSpec().positionalParameters().isEmpty();
        return onlyCommands && failure instanceof UnmatchedArgumentException unmatched
                ? Optional.of(unmatched.getUnmatched().get(0)).filter(first -> !first.startsWith("-"))
                : Optional.empty();
    }

    /** The launcher starts the other commands without the libraries of the measurements. */
    private static String all(CommandLine command, List<String> commands) {
        boolean more = command.getParent() == null && !commands.contains(Banip.MEASURE);
        return (more || commands.size() > 1 ? "there are " : "there is ")
                + String.join(", ", commands)
                + (more ? ", " + Banip.MEASURE : "");
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        return report(failure, command);
    }

    /** Prints the error and returns its exit code. */
    int report(Throwable failure, CommandLine command) {
        PrintWriter err = command.getErr();
        err.println(Wrapped.forStandardError(command.getCommandSpec().qualifiedName() + ": " + sentence(failure)));
        trace(failure, err);
        return ExitCode.SOFTWARE;
    }

    private static String sentence(Throwable failure) {
        if (failure instanceof BanipException known) {
            return isOfThisMachine(known.getCause())
                    ? String.valueOf(known.getMessage())
                    : known.getMessage() + " (" + known.code().token() + ")";
        }
        if (failure instanceof UncheckedIOException wrapped && wrapped.getCause() != null) {
            IOException cause = wrapped.getCause();
            boolean worded = !String.valueOf(wrapped.getMessage()).equals(cause.toString());
            return worded ? String.valueOf(wrapped.getMessage()) : inWords(cause);
        }
        if (failure instanceof IOException known) {
            return inWords(known);
        }
        if (failure instanceof InterruptedException) {
            return "interrupted";
        }
        return "internal error: " + failure + "; --verbose shows where";
    }

    private static String inWords(IOException e) {
        return e instanceof FileSystemException refused && refused.getFile() != null
                ? FileError.writing(Path.of(refused.getFile()), e)
                : String.valueOf(e.getMessage());
    }

    /** Whether the error is about a file or a port; the protocol's error code does not help there. */
    private static boolean isOfThisMachine(@Nullable Throwable cause) {
        return cause instanceof FileSystemException || cause instanceof BindException;
    }

    private void trace(Throwable failure, PrintWriter err) {
        if (banip.verbose()) {
            failure.printStackTrace(err);
        }
    }
}
