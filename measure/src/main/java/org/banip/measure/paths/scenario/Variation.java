package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * How a case departs from what is set for all.
 *
 * @param congestionControl of TCP on its paths; empty for that of the settings
 * @param otherReading whether published delays are read the other way
 * @param detectAfter when a path counts as late, of a case that only an MBU with several paths can carry; empty for the MBU's default
 */
public record Variation(Optional<String> congestionControl, boolean otherReading, Optional<Duration> detectAfter) {
    /** Not at all. */
    static final Variation NONE = new Variation(Optional.empty(), false, Optional.empty());

    /** Another congestion control. */
    static Variation under(String congestionControl) {
        return new Variation(Optional.of(congestionControl), false, Optional.empty());
    }

    /** A time after which a path counts as late. */
    static Variation late(Duration after) {
        return new Variation(Optional.empty(), false, Optional.of(after));
    }

    /** The same, with delays read the other way. */
    Variation readOtherwise() {
        return new Variation(congestionControl, true, detectAfter);
    }
}
