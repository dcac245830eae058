package org.banip.server.password;

/**
 * Bounds of checking passwords.
 *
 * @param parallel number of parallel bcrypt comparisons, 1 to 64; all cores but one is a good choice
 * @param parallelAtStart the same in the first minute after a start, when all MBUs log in again, {@code parallel} to 64
 * @param waiting number of attempts of each kind that may wait, 1 to 100,000; the kinds are first attempts of a name, attempts of a name
 *     that failed before, and unknown names
 */
public record VerificationLimits(int parallel, int parallelAtStart, int waiting) {
    /** All cores but one (all cores in the first minute), 1024 waiting attempts. */
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
