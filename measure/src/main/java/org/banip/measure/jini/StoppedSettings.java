package org.banip.measure.jini;

import java.time.Duration;

/**
 * How the effect of a stopped watcher is measured.
 *
 * @param mbus number of MBUs
 * @param rounds how often the watcher is stopped
 * @param window length of each window, with the watcher running and with the watcher stopped
 * @param settle how long the watcher settles after each window
 */
public record StoppedSettings(int mbus, int rounds, Duration window, Duration settle) {
    /** How long a watcher settles that was cut off and reads what it missed. */
    public static final Duration SETTLE = Duration.ofSeconds(5);

    /** Sensor sets in a packet: five packets a second. */
    static final int UNITS = 72;
    /** Sensor sets a second. */
    static final int HERTZ = 360;

    /** After a window the last packets come, and the watcher subscribes again. */
    private static final int AFTER_SECONDS = 4;

    private static final int MOST_MBUS = 200;
    private static final int MOST_ROUNDS = 100;

    /** Checks the numbers. */
    public StoppedSettings {
        if (mbus < 1 || mbus > MOST_MBUS) {
            throw new IllegalArgumentException("--mbus " + mbus + ", allowed is a number from 1 to " + MOST_MBUS);
        }
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw new IllegalArgumentException("--rounds " + rounds + ", allowed is a number from 1 to " + MOST_ROUNDS);
        }
    }

    /** About how long it takes. */
    long minutes() {
        return Duration.ofSeconds(30)
                        .plus(window.plusSeconds(AFTER_SECONDS).plus(settle).multipliedBy(2L * rounds))
                        .toMinutes()
                + 1;
    }
}
