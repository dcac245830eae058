package org.banip.core.transcoding.spi;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values of a component's parameters, checked and complete. Immutable. */
public final class Arguments {
    private final Map<String, String> values;

    /** Arguments with these canonical values, one for each parameter, in the parameters' order. */
    public Arguments(Map<String, String> values) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** All values in their canonical text. */
    public Map<String, String> values() {
        return values;
    }

    /** The word of a parameter. */
    public String word(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the provider declares no parameter " + name);
        }
        return value;
    }

    /** The whole number of a parameter. */
    public int number(String name) {
        return Integer.parseInt(word(name));
    }

    /** The duration of a parameter. */
    public Duration duration(String name) {
        return Duration.ofNanos(Parameter.parseDuration(word(name)));
    }
}
