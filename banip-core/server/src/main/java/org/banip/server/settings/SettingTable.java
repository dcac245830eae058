package org.banip.server.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of one server, in the order in which a reader wants to meet them. Immutable.
 *
 * <p>Each table has the setting {@code config}, the properties file that may have all the others.
 */
public final class SettingTable {
    /** Names the properties file. */
    public static final Setting<Path> CONFIG =
            Setting.optional("config", SettingType.file(), "none", "properties file with more settings, NAME=VALUE");

    private final String server;
    private final Map<String, Setting<?>> settings;
    private final boolean container;

    private SettingTable(String server, Map<String, Setting<?>> settings, boolean container) {
        this.server = server;
        this.settings = settings;
        this.container = container;
    }

    /**
     * A table.
     *
     * @param server one lower-case word, {@code host} or {@code wsb}: properties begin with {@code banip.host.}, environment variables
     *     with {@code BANIP_HOST_}
     * @param listening those of a server that listens by itself
     * @param own the others
     * @throws IllegalArgumentException if a name occurs twice
     */
    public static SettingTable of(String server, List<Setting<?>> listening, List<Setting<?>> own) {
        List<Setting<?>> both = new ArrayList<>(listening);
        both.addAll(own);
        return of(server, both);
    }

    /**
     * A table.
     *
     * @param server one lower-case word, {@code host} or {@code wsb}: properties begin with {@code banip.host.}, environment variables
     *     with {@code BANIP_HOST_}
     * @throws IllegalArgumentException if a name occurs twice
     */
    public static SettingTable of(String server, List<Setting<?>> settings) {
        Map<String, Setting<?>> named = new LinkedHashMap<>();
        List<Setting<?>> all = new ArrayList<>();
        all.add(CONFIG);
        all.addAll(settings);
        for (Setting<?> setting : all) {
            if (named.put(setting.name(), setting) != null) {
                throw new IllegalArgumentException("two settings of " + server + " are named " + setting.name());
            }
        }
        return new SettingTable(server, Collections.unmodifiableMap(named), false);
    }

    /** The same settings, as read by a server in a servlet container: {@link Setting#standaloneOnly} ones are refused. */
    public SettingTable inContainer() {
        return new SettingTable(server, settings, true);
    }

    /** The server's short name. */
    public String server() {
        return server;
    }

    /** All settings, in order. */
    public List<Setting<?>> settings() {
        return List.copyOf(settings.values());
    }

    Optional<Setting<?>> find(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    boolean isContainer() {
        return container;
    }

    /** Whether some source must set it. */
    boolean needs(Setting<?> setting) {
        return switch (setting.needed()) {
            case NO -> false;
            case IN_CONTAINER -> container;
            case YES -> reads(setting);
        };
    }

    /** Whether this server reads the setting at all. */
    boolean reads(Setting<?> setting) {
        return !(container && setting.standaloneOnly());
    }

    /** What the names of system properties and context parameters begin with. */
    public String propertyPrefix() {
        return "banip." + server + ".";
    }

    /** What the names of environment variables begin with. */
    public String variablePrefix() {
        return "BANIP_" + server.toUpperCase(Locale.ROOT) + "_";
    }

    /** The environment variable of a setting: {@code BANIP_HOST_STORE_USER} for {@code store-user}. */
    public String variable(String name) {
        return variablePrefix() + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The setting's name for what follows the prefix of an environment variable. */
    static String nameOfVariable(String rest) {
        return rest.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
