package org.banip.emulator.profile;

import java.time.Duration;

/** Refuses settings out of range. The message has the value and the allowed range. */
final class Limits {
    private static final Duration LONGEST = Duration.ofHours(1);

    private Limits() {}

    static double share(String name, double value) {
        if (value >= 0 && value <= 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " is " + value + ", allowed is 0 to 1");
    }

    /** Checks bytes per second; {@code POSITIVE_INFINITY} is no limit. */
    static double rate(String name, double value) {
        if (value >= 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " is " + value + ", allowed is 1 or more");
    }

    static int count(String name, int value, int min, int max) {
        if (value >= min && value <= max) {
            return value;
        }
        throw new IllegalArgumentException(name + " is " + value + ", allowed is " + min + " to " + max);
    }

    static Duration time(String name, Duration value) {
        if (!value.isNegative() && value.compareTo(LONGEST) <= 0) {
            return value;
        }
        throw new IllegalArgumentException(name + " is " + value + ", allowed is 0 to " + LONGEST);
    }
}
