package org.banip.wsb.authentication;

/**
 * Bounds of checking passwords.
 *
 * @param parallel how many bcrypt comparisons run at once, 1 to 64; one core fewer than there are is a good choice
 * @param parallelAtStart the same in the first minute after a start, when everybody logs in again, {@code parallel} to 64
 * @param waiting how many attempts of each kind may wait for that, 1 to 100,000; the kinds are first attempts of a name, attempts of a name
 *     that failed before, and unknown names
 */
public record VerificationLimits(int parallel, int parallelAtStart, int waiting) {
    /** All cores but one, at the start all, 1024 waiting. */
    public static final VerificationLimits DEFAULTS = new VerificationLimits(
            Math.max(1, Math.min(64, Runtime.getRuntime().availableProcessors() - 1)),
            Math.max(1, Math.min(64, Runtime.getRuntime().availableProcessors())),
            1024);

    /** Checks each. */
    public VerificationLimits {
        check("parallel", parallel, 1, 64);
        check("parallel at start", parallelAtStart, parallel, 64);
        check("waiting", waiting, 1, 100_000);
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are " + min + " to " + max);
        }
    }
}
