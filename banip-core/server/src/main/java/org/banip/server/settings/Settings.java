package org.banip.server.settings;

import java.util.Map;
import java.util.Optional;

/** The settings of one server, read and checked. Immutable. */
public final class Settings {
    /** The origin of a setting that no source has. */
    public static final String DEFAULT = "default";

    private final Map<String, Object> values;
    private final Map<String, String> origins;

    Settings(Map<String, Object> values, Map<String, String> origins) {
        this.values = values;
        this.origins = origins;
    }

    /** The value that a source set, otherwise the default; empty if there is neither. */
    public <T> Optional<T> find(Setting<T> setting) {
        Object value = values.get(setting.name());
        if (value == null) {
            return setting.byDefault();
        }
        @SuppressWarnings("unchecked") // The reader put what the setting's own type parsed.
        T parsed = (T) value;
        return Optional.of(parsed);
    }

    /**
     * The value of a setting that is needed or has a default.
     *
     * @throws IllegalStateException if the setting is neither: a programming error
     */
    public <T> T get(Setting<T> setting) {
        return find(setting)
                .orElseThrow(() -> new IllegalStateException("setting " + setting.name() + " may be absent"));
    }

    /**
     * Refuses a setting that was set and would be ignored.
     *
     * @throws IllegalArgumentException if a source has {@code setting}, and none has {@code needed}
     */
    public void refuseWithout(Setting<?> needed, Setting<?> setting) {
        if (origins.containsKey(setting.name()) && !origins.containsKey(needed.name())) {
            throw new IllegalArgumentException("setting " + setting.name() + " (" + origin(setting)
                    + ") does nothing without " + needed.name() + "; set " + needed.name() + " as well, or remove "
                    + setting.name());
        }
    }

    /** Where the value was seen: {@code option --port}, {@code host.properties:3}; {@code default} if no source has it. */
    public String origin(Setting<?> setting) {
        return origins.getOrDefault(setting.name(), DEFAULT);
    }
}
