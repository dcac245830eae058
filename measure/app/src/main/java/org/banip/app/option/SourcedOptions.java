package org.banip.app.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reads the options of the clients {@code mbu}, {@code watch}, {@code store} and {@code export} from the environment or a file as well. The order
 * is that of the servers' settings: option, system property {@code banip.mbu.NAME}, environment variable {@code BANIP_MBU_NAME}, the
 * properties file that {@code --config} names, default. Main thread.
 */
public final class SourcedOptions implements IExecutionStrategy {
    private static final Set<String> CLIENTS =
            Set.of("mbu", "watch", "command", "store", "export", "verify", "backup", "forget");
    /** Who confirms a command does it each time. */
    private static final Set<String> NOT_SETTINGS = Set.of("--help", "--version", "--verbose", "--confirm");

    private final Map<String, String> environment;

    private SourcedOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Adds {@code --config} to the clients below a command, and reads their options from all sources. */
    public static void install(CommandLine root, Map<String, String> environment) {
        root.getSubcommands().forEach((name, command) -> {
            if (CLIENTS.contains(name)) {
                command.getCommandSpec()
                        .addOption(OptionSpec.builder("--config")
                                .type(Path.class)
                                .paramLabel("FILE")
                                .description("Properties file with more options, NAME=VALUE. Default: none.")
                                .build());
            }
        });
        root.setExecutionStrategy(new SourcedOptions(environment));
    }

    @Override
    public int execute(ParseResult parsed) {
        ParseResult below = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        String name = below.commandSpec().name();
        requireCommands(parsed);
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        if (!CLIENTS.contains(name)) {
            return new CommandLine.RunLast().execute(parsed);
        }
        SettingTable table = table(name, below);
        Settings settings = Checked.options(below.commandSpec(), () -> read(table, below));
        List<String> more = new ArrayList<>();
        for (OptionSpec option : settable(below)) {
            if (!isDecided(option, below)) {
                text(settings, table, option).ifPresent(text -> more.add(option.longestName() + "=" + text));
            }
        }
        if (more.isEmpty()) {
            return new CommandLine.RunLast().execute(parsed);
        }
        return new CommandLine.RunLast().execute(parsedAgain(parsed, more, settings, table));
    }

    /** With {@code --help} picocli takes no offence at words that it does not know, but there is no help for a command that does not exist. */
    private static void requireCommands(ParseResult parsed) {
        List<String> unknown = parsed.unmatched();
        boolean onlyCommands = !parsed.commandSpec().subcommands().isEmpty()
                && parsed.commandSpec().positionalParameters().isEmpty();
        if (onlyCommands && !unknown.isEmpty() && !unknown.get(0).startsWith("-")) {
            throw new UnmatchedArgumentException(parsed.commandSpec().commandLine(), unknown);
        }
        if (parsed.hasSubcommand()) {
            requireCommands(parsed.subcommand());
        }
    }

    private static ParseResult parsedAgain(
            ParseResult parsed, List<String> more, Settings settings, SettingTable table) {
        List<String> all = new ArrayList<>(parsed.originalArgs());
        all.addAll(more);
        try {
            return parsed.commandSpec().commandLine().parseArgs(all.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new ParameterException(
                    e.getCommandLine(), e.getMessage() + origin(e.getArgSpec(), settings, table), e);
        }
    }

    private static String origin(@Nullable ArgSpec wrong, Settings settings, SettingTable table) {
        if (wrong instanceof OptionSpec option) {
            return table.settings().stream()
                    .filter(setting -> option.longestName().equals("--" + setting.name()))
                    .findFirst()
                    .map(setting -> " (" + settings.origin(setting) + ")")
                    .orElse("");
        }
        return "";
    }

    private static SettingTable table(String name, ParseResult below) {
        List<Setting<?>> all = new ArrayList<>();
        for (OptionSpec option : settable(below)) {
            SettingType<String> text = SettingType.text("text", "see banip " + name + " --help", value -> true);
            all.add(Setting.optional(option.longestName().substring(2), text, "none", option.longestName()));
        }
        return SettingTable.of(name, all);
    }

    private Settings read(SettingTable table, ParseResult below) {
        Path config = below.matchedOptionValue("--config", null);
        return SettingsReader.of(table)
                .options(config == null ? Map.of() : Map.of("config", config.toString()))
                .properties(System.getProperties())
                .environment(environment)
                .read();
    }

    private static List<OptionSpec> settable(ParseResult below) {
        return below.commandSpec().options().stream()
                .filter(option -> !NOT_SETTINGS.contains(option.longestName())
                        && !option.longestName().equals("--config"))
                .toList();
    }

    /** Whether the command line has the option, or one that excludes it. */
    private static boolean isDecided(OptionSpec option, ParseResult below) {
        if (below.hasMatchedOption(option)) {
            return true;
        }
        return option.group() != null
                && option.group().exclusive()
                && option.group().options().stream().anyMatch(below::hasMatchedOption);
    }

    private static Optional<String> text(Settings settings, SettingTable table, OptionSpec option) {
        return table.settings().stream()
                .filter(setting -> option.longestName().equals("--" + setting.name()))
                .findFirst()
                .flatMap(settings::find)
                .map(Object::toString);
    }
}
