package org.banip.surrogate.settings;

import java.time.Duration;

/**
 * When an interconnect counts as silent and when it ends (docs/protocol.md, "Liveness").
 *
 * @param keepAlive longest silence either side allows itself, 10 ms to a day
 * @param missedKeepAlives how many may be missed before the interconnect is silent, 1 to 1000
 * @param grace how long a silent interconnect can be resumed, up to a day
 */
public record LivenessSettings(Duration keepAlive, int missedKeepAlives, Duration grace) {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Every 5 s, three may be missed, a minute of grace. */
    public static final LivenessSettings DEFAULT =
            new LivenessSettings(Duration.ofSeconds(5), 3, Duration.ofMinutes(1));

    /** Checks every field. */
    public LivenessSettings {
        if (keepAlive.compareTo(SHORTEST) < 0 || keepAlive.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("keep-alive " + keepAlive + " is outside 10 ms to a day");
        }
        if (missedKeepAlives < 1 || missedKeepAlives > 1000) {
            throw new IllegalArgumentException("missed keep-alives " + missedKeepAlives + " are outside 1 to 1000");
        }
        if (grace.isNegative() || grace.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("grace time " + grace + " is outside 0 to a day");
        }
    }

    /** After so long without a frame an interconnect is silent. */
    public Duration silentAfter() {
        return keepAlive.multipliedBy(missedKeepAlives);
    }

    /** After so long without a frame an interconnect ends. */
    public Duration expiresAfter() {
        return silentAfter().plus(grace);
    }
}
