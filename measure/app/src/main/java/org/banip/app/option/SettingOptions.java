package org.banip.app.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of a server as options of its command. They are also read from the environment and from a file. */
public final class SettingOptions {
    private final SettingTable table;
    private final Map<String, String> environment;

    /** Options for each setting of a table, also read from these environment variables. */
    public SettingOptions(SettingTable table, Map<String, String> environment) {
        this.table = table;
        this.environment = environment;
    }

    /** The command, with an option for each setting. */
    public CommandLine addTo(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().sortOptions(false);
        table.settings().forEach(setting -> spec.addOption(option(setting)));
        return command;
    }

    private static OptionSpec option(Setting<?> setting) {
        List<String> names = new ArrayList<>();
        names.add("--" + setting.name());
        setting.aliases().forEach(alias -> names.add("--" + alias));
        OptionSpec.Builder option = OptionSpec.builder(names.toArray(String[]::new))
                .type(String.class)
                .paramLabel(setting.type().name().toUpperCase(Locale.ROOT).replace(' ', '-'))
                .description(description(setting));
        if (setting.type().name().equals("flag")) {
            option.arity("0..1").fallbackValue("true");
        }
        if (setting.type().isList()) {
            option.type(List.class).auxiliaryTypes(String.class);
        }
        return option.build();
    }

    private static String description(Setting<?> setting) {
        String help = setting.help().substring(0, 1).toUpperCase(Locale.ROOT)
                + setting.help().substring(1);
        String unit =
                setting.type().unit().isEmpty() ? "" : " " + setting.type().unit();
        String range = setting.type().isRange() ? " Allowed: " + setting.type().allowed() + unit + "." : "";
        String value = setting.needed() == Setting.Needed.YES
                ? " Needed, no default."
                : " Default: " + setting.defaultText() + ".";
        return (help + "." + range + value).replace("%", "%%");
    }

    /**
     * Reads the options, system properties, environment variables and the properties file.
     *
     * @throws CommandLine.ParameterException if a setting is unknown, empty, missing or not allowed
     */
    public Settings read(CommandSpec spec) {
        return Checked.options(
                spec,
                () -> SettingsReader.of(table)
                        .options(given(spec), name -> typed(spec, name))
                        .properties(System.getProperties())
                        .environment(environment)
                        .read());
    }

    /** The option of this setting by the name that the user has typed. */
    private static String typed(CommandSpec spec, String name) {
        String option = "--" + name;
        List<String> words = spec.commandLine().getParseResult().originalArgs();
        return Stream.of(spec.findOption(option).names())
                .filter(known -> words.stream().anyMatch(word -> word.equals(known) || word.startsWith(known + "=")))
                .findFirst()
                .orElse(option);
    }

    private Map<String, String> given(CommandSpec spec) {
        Map<String, String> given = new TreeMap<>();
        for (Setting<?> setting : table.settings()) {
            Object value = spec.commandLine().getParseResult().matchedOptionValue("--" + setting.name(), null);
            if (value instanceof List<?> several) {
                given.put(setting.name(), several.stream().map(String::valueOf).collect(Collectors.joining(",")));
            } else if (value != null) {
                given.put(setting.name(), value.toString());
            }
        }
        return given;
    }
}
