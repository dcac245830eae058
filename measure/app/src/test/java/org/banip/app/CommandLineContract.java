package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.banip.app.terminal.Stop;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What each command on the class path keeps to. */
public abstract class CommandLineContract extends CommandLineRun {
    static Stream<CommandLine> commands() {
        List<CommandLine> all = new ArrayList<>();
        collect(new Banip(new Stop()).commandLine(), all);
        return all.stream();
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(below -> collect(below, all));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionSaysWhatItIsAndItsDefault(CommandLine command) {
        assertThat(command.getCommandSpec().usageMessage().header()).isNotEmpty();
        for (OptionSpec option : command.getCommandSpec().options()) {
            String text = String.join(" ", option.description());
            boolean selfEvident = option.usageHelp()
                    || option.versionHelp()
                    || option.longestName().equals("--verbose");
            if (!selfEvident) {
                assertThat(text)
                        .as(command.getCommandName() + " " + option.longestName())
                        .matches("(?s).*([Dd]efault: .|[Nn]o default).*");
            }
        }
        for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
            assertThat(parameter.description()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFits80ColumnsAndEndsWell(CommandLine command) {
        assertThat(command.execute("--help")).isZero();
        assertThat(command.getUsageMessage().lines().map(String::length)).allMatch(length -> length <= 80);
    }

    /** Picocli prints a text that is no format string as it stands, with a warning. */
    @ParameterizedTest
    @MethodSource("commands")
    void eachTextOfTheHelpIsAFormatString(CommandLine command) {
        assertThat(texts(command.getCommandSpec()))
                .allSatisfy(text -> assertThat(String.format(text)).isNotNull());
        assertThat(command.getUsageMessage()).doesNotContain("%%");
    }

    /** As they are written: an option's {@code description()} is formatted already. */
    private static Stream<String> texts(CommandSpec command) {
        UsageMessageSpec usage = command.usageMessage();
        Stream<String[]> ofCommand = Stream.of(usage.header(), usage.description(), usage.footer());
        Stream<String[]> ofArguments = command.args().stream()
                .map(ArgSpec::userObject)
                .flatMap(declared -> declared instanceof AnnotatedElement element ? written(element) : Stream.empty());
        return Stream.concat(ofCommand, ofArguments).flatMap(Stream::of);
    }

    private static Stream<String[]> written(AnnotatedElement element) {
        return Stream.concat(
                Stream.of(element.getAnnotationsByType(Option.class)).map(Option::description),
                Stream.of(element.getAnnotationsByType(Parameters.class)).map(Parameters::description));
    }
}
