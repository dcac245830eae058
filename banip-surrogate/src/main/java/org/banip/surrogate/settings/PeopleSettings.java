package org.banip.surrogate.settings;

import static org.banip.server.settings.SettingType.millis;

import java.nio.file.Path;
import java.time.Duration;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;

/**
 * Named viewers (docs/people.md).
 *
 * @param file who they are
 * @param idle how long a log-in lasts when its person does nothing, 1 s to 24 h
 * @param plain whether passwords are taken over plain HTTP from other machines, because something else protects the network
 */
public record PeopleSettings(Path file, Duration idle, boolean plain) {
    /** A quarter of an hour. */
    public static final Duration DEFAULT_IDLE = Duration.ofMinutes(15);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    static final Setting<Path> FILE = Setting.optional(
            "viewers-file",
            SettingType.file(),
            "nobody is named",
            "who may view, operate and export, and which BANs; 'banip host passwd' makes the file; read again when it changes;"
                    + " with it, everything is denied that it does not grant");
    static final Setting<Duration> IDLE = Setting.of(
            "log-in-idle-millis",
            millis(SHORTEST, LONGEST),
            DEFAULT_IDLE,
            "how long a log-in on the page lasts when nobody does anything there");

    /** See its help. */
    public static final Setting<Boolean> HEALTH_PLAIN = Setting.of(
            "health-allow-plain",
            SettingType.flag(),
            false,
            "with a viewers' file: take operators' tokens for /metrics over plain HTTP at a health-address beyond loopback, because"
                    + " something else protects the network; allow-plain permits it as well");

    /** Checks the time. */
    public PeopleSettings {
        if (idle.compareTo(SHORTEST) < 0 || idle.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("idle time is " + idle + ", allowed are 1 s to 24 h");
        }
    }
}
