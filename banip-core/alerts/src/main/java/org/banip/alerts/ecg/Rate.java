package org.banip.alerts.ecg;

import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * A sampling rate that a beat detector can work at: 100 to 1,000 Hz.
 *
 * @param frequency the rate
 */
record Rate(Frequency frequency) {
    private static final int LOWEST = 100;
    private static final int HIGHEST = 1000;

    Rate {
        if (frequency.numerator() < LOWEST * frequency.denominator()
                || frequency.numerator() > HIGHEST * frequency.denominator()) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "beats cannot be found at " + frequency + " Hz, allowed are " + LOWEST + " to " + HIGHEST + " Hz");
        }
    }

    /** The samples that a time takes, rounded; at least one. */
    int samples(int millis) {
        long twice = 2L * millis * frequency.numerator() / (1000L * frequency.denominator());
        return Math.max(1, (int) ((twice + 1) / 2));
    }

    boolean atLeast(int hertz) {
        return frequency.numerator() >= hertz * frequency.denominator();
    }
}
