package org.banip.measure.peer;

import java.time.Duration;
import java.util.Optional;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;

/**
 * One run.
 *
 * @param peer its name
 * @param kind what is to be found out
 * @param link what it goes over; loopback if empty
 * @param source the signal
 * @param speed seconds of signal a second
 * @param length how long it streams
 * @param times of all runs
 * @param seed of all that the link leaves to chance
 */
record RunPlan(
        String peer,
        RunKind kind,
        Optional<LinkProfile> link,
        RunSource source,
        double speed,
        Duration length,
        RunTimes times,
        long seed) {
    /** Faster links, in bytes a second, are not the bottleneck when several runs share the machine. */
    static final double SLOW = 50_000;

    /** Start and end. */
    private static final Duration AROUND = Duration.ofSeconds(5);

    /** The link's name. */
    String linkName() {
        return link.map(LinkProfile::name).orElse("loopback");
    }

    /** How fast the link takes bytes up; infinite without a link. */
    double bytesPerSecond() {
        return link.map(profile -> profile.links().get(0).up().bytesPerSecond()).orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether there is always more to send, until its time is over. */
    boolean endless() {
        return Double.isInfinite(speed);
    }

    /** How long it takes, start and end included. */
    Duration expected() {
        return endless() ? length.plus(AROUND) : length.plus(AROUND).plus(times.lead());
    }

    /** After which it is ended, from the first sample on. */
    Duration patience() {
        return endless() ? length : expected().multipliedBy(2);
    }

    /** What arrives within so long of the first packet does not count as throughput. */
    Duration warm() {
        switch (kind) {
            case CAPACITY:
                // On a slow link what is released after an early loss had its time on the link before.
                return bytesPerSecond() <= SLOW ? Duration.ZERO : times.capacityWarm();
            case CPU:
                return times.cpuWarm();
            default:
                return Duration.ZERO;
        }
    }
}
