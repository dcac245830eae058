package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How a case departs from what is set for all.
 *
 * @param congestionControl of TCP on its paths; empty for that of the settings
 * @param otherReading whether published delays are read the other way
 * @param detectAfter when a path counts as late, of a case that only an MBU with several paths can carry; empty for the MBU's default
 * @param scheduler of a case that compares schedulers and that only such an MBU can carry; empty for that of the settings
 * @param leaving how the device walks away from the first path, of a case that only such an MBU can carry
 * @param reinject the share of bytes that may be re-injected, of a case that only such an MBU can carry; empty for the MBU's default
 */
public record Variation(
        Optional<String> congestionControl,
        boolean otherReading,
        Optional<Duration> detectAfter,
        Optional<String> scheduler,
        Optional<Leaving> leaving,
        OptionalDouble reinject) {
    /** Not at all. */
    static final Variation NONE = new Variation(
            Optional.empty(), false, Optional.empty(), Optional.empty(), Optional.empty(), OptionalDouble.empty());

    /** Another congestion control. */
    static Variation under(String congestionControl) {
        return new Variation(
                Optional.of(congestionControl), false, NONE.detectAfter, NONE.scheduler, NONE.leaving, NONE.reinject);
    }

    /** A time after which a path counts as late. */
    static Variation late(Duration after) {
        return new Variation(
                NONE.congestionControl, false, Optional.of(after), NONE.scheduler, NONE.leaving, NONE.reinject);
    }

    /** A device that walks away. */
    static Variation leaving(Leaving how) {
        return new Variation(
                NONE.congestionControl,
                false,
                NONE.detectAfter,
                Optional.of(how.scheduler()),
                Optional.of(how),
                NONE.reinject);
    }

    /** A scheduler, by its name. */
    static Variation scheduledBy(String scheduler) {
        return new Variation(
                NONE.congestionControl, false, NONE.detectAfter, Optional.of(scheduler), NONE.leaving, NONE.reinject);
    }

    /** A share of bytes that may be re-injected; 0 for none. */
    static Variation reinjecting(double share) {
        return new Variation(
                NONE.congestionControl,
                false,
                NONE.detectAfter,
                NONE.scheduler,
                NONE.leaving,
                OptionalDouble.of(share));
    }

    /** The same, with delays read the other way. */
    Variation readOtherwise() {
        return new Variation(congestionControl, true, detectAfter, scheduler, leaving, reinject);
    }
}
