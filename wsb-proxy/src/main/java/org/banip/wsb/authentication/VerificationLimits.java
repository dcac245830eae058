package org.banip.wsb.authentication;

import java.time.Duration;

/**
 * Bounds of checking passwords.
 *
 * @param parallel how many bcrypt comparisons run at once, 1 to 64; one core fewer than there are is a good choice
 * @param waiting how many attempts may wait for that, 1 to 10,000; an eighth of them from one address
 * @param remembered credentials remembered as right, 1 to 1,000,000
 * @param rememberFor for how long at most
 */
public record VerificationLimits(int parallel, int waiting, int remembered, Duration rememberFor) {
    /** All cores but one, 256 waiting, 10,000 remembered for ten minutes. */
    public static final VerificationLimits DEFAULTS = new VerificationLimits(
            Math.max(1, Math.min(64, Runtime.getRuntime().availableProcessors() - 1)),
            256,
            10_000,
            Duration.ofMinutes(10));

    /** Checks each. */
    public VerificationLimits {
        check("parallel", parallel, 64);
        check("waiting", waiting, 10_000);
        check("remembered", remembered, 1_000_000);
        if (rememberFor.isNegative() || rememberFor.toDays() > 1) {
            throw new IllegalArgumentException("remember for " + rememberFor + ", allowed are 0 to a day");
        }
    }

    private static void check(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are 1 to " + max);
        }
    }
}
