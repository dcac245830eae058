package org.banip.server.settings;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One setting of a server. Immutable.
 *
 * @param name lower-case words with {@code -} between them, unique in its table; ends with the unit where that is not obvious
 * @param type how its text is read, and which values are allowed
 * @param byDefault the value without any source; empty where there is none
 * @param absent what holds without a value, in words, where there is no default: {@code none}
 * @param needed where some source must set it, whatever the default
 * @param instead the names of settings of which one may be set instead where this one is needed
 * @param standaloneOnly whether only a server that listens by itself reads it, because in a servlet container that is the container's
 *     part
 * @param aliases further names of the same option on the command line
 * @param help one line: what it does
 */
public record Setting<T>(
        String name,
        SettingType<T> type,
        Optional<T> byDefault,
        String absent,
        Needed needed,
        List<String> instead,
        boolean standaloneOnly,
        List<String> aliases,
        String help) {
    /** Where a setting must be set. */
    public enum Needed {
        /** Nowhere. */
        NO,
        /** In a servlet container; a server that listens by itself has a default. */
        IN_CONTAINER,
        /** In every server. */
        YES
    }

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /** Checks the names. */
    public Setting {
        aliases = List.copyOf(aliases);
        instead = List.copyOf(instead);
        if (!NAME.matcher(name).matches()
                || !aliases.stream().allMatch(alias -> NAME.matcher(alias).matches())) {
            throw new IllegalArgumentException("'" + name + "' or one of " + aliases + " is not a setting's name");
        }
    }

    /** A setting with a default. */
    public static <T> Setting<T> of(String name, SettingType<T> type, T byDefault, String help) {
        return new Setting<>(name, type, Optional.of(byDefault), "", Needed.NO, List.of(), false, List.of(), help);
    }

    /** A setting that may be left out; {@code absent} says in words what holds then. */
    public static <T> Setting<T> optional(String name, SettingType<T> type, String absent, String help) {
        return new Setting<>(name, type, Optional.empty(), absent, Needed.NO, List.of(), false, List.of(), help);
    }

    /** A setting that must be set. */
    public static <T> Setting<T> needed(String name, SettingType<T> type, String help) {
        return new Setting<>(name, type, Optional.empty(), "needed", Needed.YES, List.of(), false, List.of(), help);
    }

    /** The same, read only by a server that listens by itself. */
    public Setting<T> standalone() {
        return new Setting<>(name, type, byDefault, absent, needed, instead, true, aliases, help);
    }

    /** The same, with further names of its option. */
    public Setting<T> alias(String... names) {
        return new Setting<>(name, type, byDefault, absent, needed, instead, standaloneOnly, List.of(names), help);
    }

    /** The same, without its default in a servlet container. */
    public Setting<T> neededInContainer() {
        return new Setting<>(
                name, type, byDefault, absent, Needed.IN_CONTAINER, List.of(), standaloneOnly, aliases, help);
    }

    /** The same, without its default in a servlet container, unless another setting is set. */
    public Setting<T> neededInContainerUnless(String other) {
        return new Setting<>(
                name, type, byDefault, absent, Needed.IN_CONTAINER, List.of(other), standaloneOnly, aliases, help);
    }

    /** The same, unless one of other settings is set. */
    public Setting<T> unless(String... others) {
        return new Setting<>(name, type, byDefault, absent, needed, List.of(others), standaloneOnly, aliases, help);
    }

    /** The default as text, or what holds without a value. */
    public String defaultText() {
        return byDefault.map(type.printer()).orElse(absent);
    }

    /** What is allowed, for a message: {@code allowed: 10 to 86,400,000 ms}. */
    String allowed() {
        return "allowed: " + type.allowed() + (type.unit().isEmpty() ? "" : " " + type.unit());
    }
}
