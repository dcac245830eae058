package org.banip.mbu.settings;

import java.time.Duration;

/**
 * When an MBU with several brokers leaves one, and when it returns (docs/discovery.md).
 *
 * @param headStart a broker is taken before one that is listed earlier only if connecting to it takes less time by more than this, for each place;
 *     0 to 10 s
 * @param failAfter so long a broker must have failed before the MBU takes another one; 0 to 1 h
 * @param avoidFor so long the MBU avoids a broker that has failed; twice as long each time that it fails again, until it works. Above 0, at most 1 h
 * @param avoidAtMost the bound of this, and how long the refusal of a broker counts; at least {@code avoidFor}, at most 24 h
 * @param probeEvery how often the MBU looks whether the broker that it has left can be reached again; 100 ms to 24 h
 * @param returnAfter so long it must have been reached at each look, and near enough at the fastest one, before the MBU returns, twice as long each
 *     time that the broker fails soon after a return, up to 16 times as long. 0 to 24 h; 0 is never
 */
public record FailoverSettings(
        Duration headStart,
        Duration failAfter,
        Duration avoidFor,
        Duration avoidAtMost,
        Duration probeEvery,
        Duration returnAfter) {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** 50 ms; 5 s; 5 s and 5 min; 30 s; 5 min. */
    public static final FailoverSettings DEFAULT = new FailoverSettings(
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5));

    /** Checks the values. */
    public FailoverSettings {
        check("headStart", headStart, NONE, Duration.ofSeconds(10));
        check("failAfter", failAfter, NONE, HOUR);
        check("avoidFor", avoidFor, Duration.ofMillis(1), HOUR);
        check("avoidAtMost", avoidAtMost, avoidFor, DAY);
        check("probeEvery", probeEvery, Duration.ofMillis(100), DAY);
        check("returnAfter", returnAfter, NONE, DAY);
    }

    private static void check(String what, Duration seen, Duration least, Duration most) {
        if (seen.compareTo(least) < 0 || seen.compareTo(most) > 0) {
            throw new IllegalArgumentException("fail-over: " + what + " " + seen.toMillis() + " ms is outside "
                    + least.toMillis() + " to " + most.toMillis() + " ms");
        }
    }

    /** The same with another time until a broker counts as failed. */
    public FailoverSettings failAfter(Duration time) {
        return new FailoverSettings(headStart, time, avoidFor, avoidAtMost, probeEvery, returnAfter);
    }

    /** The same with another time until the MBU returns; {@link Duration#ZERO} for never. */
    public FailoverSettings returnAfter(Duration time) {
        return new FailoverSettings(headStart, failAfter, avoidFor, avoidAtMost, probeEvery, time);
    }
}
