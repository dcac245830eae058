package org.banip.server.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.text.Quoted;
import org.banip.core.text.Spelling;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of one table. The first of these sources that has a setting decides: option of the command line, system property
 * {@code banip.SERVER.NAME}, environment variable {@code BANIP_SERVER_NAME}, the properties file that {@code config} names, context
 * parameter {@code banip.SERVER.NAME}, default. One thread.
 */
public final class SettingsReader {
    private static final Pattern PASSWORD = Pattern.compile("(?i)(password=|://[^/@]*:)[^&;@]*");
    private static final Pattern OF_KUBERNETES = Pattern.compile("(tcp|udp|sctp)://");

    private final SettingTable table;
    private final List<Entry> options = new ArrayList<>();
    private final List<Entry> properties = new ArrayList<>();
    private final List<Entry> environment = new ArrayList<>();
    private final List<Entry> parameters = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** A setting's name and text as one source has them. */
    record Entry(String name, String text, String origin) {}

    private SettingsReader(SettingTable table) {
        this.table = table;
    }

    /** A reader without any source. */
    public static SettingsReader of(SettingTable table) {
        return new SettingsReader(table);
    }

    /**
     * Reads as a web application does: system properties, environment, properties file, context parameters.
     *
     * @param names of the context parameters
     * @param lookup the value of a context parameter
     * @throws SettingsException if a setting is unknown, empty, not allowed or missing; names all of them
     */
    public static Settings inContainer(
            SettingTable table, Enumeration<String> names, UnaryOperator<@Nullable String> lookup) {
        return of(table.inContainer())
                .properties(System.getProperties())
                .environment(System.getenv())
                .parameters(names, lookup)
                .read();
    }

    /** Adds options of the command line: the setting's name and its text. */
    public SettingsReader options(Map<String, String> given) {
        return options(given, name -> "--" + name);
    }

    /** The same, with the options as the user has typed them. */
    public SettingsReader options(Map<String, String> given, UnaryOperator<String> typed) {
        given.forEach((name, text) -> options.add(new Entry(name, text, "option " + typed.apply(name))));
        return this;
    }

    /** Adds the system properties that begin with the table's prefix. */
    public SettingsReader properties(Properties system) {
        for (String key : new TreeSet<>(system.stringPropertyNames())) {
            if (key.startsWith(table.propertyPrefix())) {
                String name = key.substring(table.propertyPrefix().length());
                properties.add(new Entry(name, system.getProperty(key), "system property " + key));
            }
        }
        return this;
    }

    /**
     * Adds the environment variables that begin with the table's prefix, except those that Kubernetes makes for a service of that name:
     * {@code …SERVICE_HOST}, {@code …PORT_8081_TCP} and others, and {@code …PORT} with a URL.
     */
    public SettingsReader environment(Map<String, String> variables) {
        new TreeMap<>(variables).forEach((key, text) -> {
            if (key.startsWith(table.variablePrefix()) && !isOfKubernetes(key, text)) {
                String name = SettingTable.nameOfVariable(
                        key.substring(table.variablePrefix().length()));
                environment.add(new Entry(name, text, "environment variable " + key));
            }
        });
        return this;
    }

    private boolean isOfKubernetes(String key, String text) {
        String rest = key.substring(table.variablePrefix().length());
        return rest.startsWith("SERVICE_")
                || rest.startsWith("PORT_")
                || rest.equals("PORT") && OF_KUBERNETES.matcher(text).lookingAt();
    }

    /** Adds the context parameters of a web application that begin with the table's prefix. */
    public SettingsReader parameters(Enumeration<String> names, UnaryOperator<@Nullable String> lookup) {
        while (names.hasMoreElements()) {
            String key = names.nextElement();
            String text = lookup.apply(key);
            if (key.startsWith(table.propertyPrefix()) && text != null) {
                String name = key.substring(table.propertyPrefix().length());
                parameters.add(new Entry(name, text, "context parameter " + key));
            }
        }
        return this;
    }

    /**
     * Reads.
     *
     * @throws SettingsException if a setting is unknown, empty, not allowed or missing; names all of them
     */
    public Settings read() {
        Map<String, Entry> first = new LinkedHashMap<>();
        List.of(options, properties, environment).forEach(source -> addTo(first, source));
        addTo(first, file(first));
        addTo(first, parameters);
        Map<String, Object> values = new HashMap<>();
        Map<String, String> origins = new HashMap<>();
        for (Setting<?> setting : table.settings()) {
            Entry entry = first.get(setting.name());
            if (entry != null) {
                parsed(setting, entry).ifPresent(value -> {
                    values.put(setting.name(), value);
                    origins.put(setting.name(), entry.origin());
                });
            } else if (table.needs(setting) && setting.instead().stream().noneMatch(first::containsKey)) {
                problems.add("setting " + setting.name() + spelling(setting) + " is missing"
                        + others(setting) + ": "
                        + setting.help() + "; "
                        + setting.allowed() + "; set it by " + ways(setting));
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return new Settings(Map.copyOf(values), Map.copyOf(origins));
    }

    private static String others(Setting<?> setting) {
        return setting.instead().isEmpty() ? "" : "; set it, or " + String.join(" or ", setting.instead()) + " instead";
    }

    /** The properties file may be named by a context parameter, which otherwise comes after the file. */
    private List<Entry> file(Map<String, Entry> soFar) {
        String name = SettingTable.CONFIG.name();
        Optional<Entry> config = Optional.ofNullable(soFar.get(name))
                .or(() -> parameters.stream()
                        .filter(entry -> entry.name().equals(name))
                        .findFirst());
        Optional<Object> path = config.flatMap(entry -> {
            int before = problems.size();
            Optional<Object> parsed = parsed(SettingTable.CONFIG, entry);
            problems.subList(before, problems.size()).clear(); // The main loop reports the same problem.
            return parsed;
        });
        return path.map(file -> SettingsFile.read((Path) file, problems)).orElse(List.of());
    }

    private void addTo(Map<String, Entry> first, List<Entry> source) {
        for (Entry entry : source) {
            Optional<Setting<?>> setting = table.find(entry.name());
            if (setting.isEmpty()) {
                problems.add(
                        "unknown setting '" + entry.name() + "' (" + entry.origin() + ")" + meantOrKnown(entry.name()));
            } else if (!table.reads(setting.get())) {
                problems.add("setting " + entry.name() + " (" + entry.origin()
                        + ") is not read in a servlet container, which listens itself; set it in the container");
            } else if (first.putIfAbsent(entry.name(), entry) != null && isBlank(entry.text())) {
                parsed(setting.get(), entry); // Reports an empty text even where another source decides.
            }
        }
    }

    private Optional<Object> parsed(Setting<?> setting, Entry entry) {
        String text = entry.text().trim();
        if (isBlank(text)) {
            problems.add("setting " + setting.name() + " is empty (" + entry.origin() + "); " + setting.allowed());
            return Optional.empty();
        }
        try {
            return Optional.of(setting.type().parser().apply(text));
        } catch (IllegalArgumentException e) {
            problems.add("setting " + setting.name() + " is " + shown(text) + " (" + entry.origin() + "), "
                    + e.getMessage() + "; " + setting.allowed());
            return Optional.empty();
        }
    }

    private static String options(Setting<?> setting) {
        return Stream.concat(setting.aliases().stream(), Stream.of(setting.name()))
                .map(name -> "option --" + name)
                .collect(Collectors.joining(" or "));
    }

    /** The text as it was seen, fit for a message: short, on one line, without a password that should not stand there. */
    private static String shown(String text) {
        return Quoted.of(PASSWORD.matcher(text).replaceAll("$1***"));
    }

    private static boolean isBlank(String text) {
        return text.trim().isEmpty();
    }

    private List<String> names() {
        return table.settings().stream()
                .filter(table::reads)
                .map(Setting::name)
                .sorted()
                .toList();
    }

    private String meantOrKnown(String name) {
        return Spelling.nearest(name, names())
                .map(near -> ", did you mean " + near + "?")
                .orElseGet(() -> "; known are " + String.join(", ", names()));
    }

    /** The option of another name that the command's help shows. */
    private String spelling(Setting<?> setting) {
        return table.isContainer() || setting.aliases().isEmpty()
                ? ""
                : " (option --" + setting.aliases().get(0) + ")";
    }

    private String ways(Setting<?> setting) {
        String first = table.isContainer() ? "context parameter " : options(setting) + ", system property ";
        return first + table.propertyPrefix() + setting.name() + ", environment variable "
                + table.variable(setting.name()) + " or the properties file";
    }
}
