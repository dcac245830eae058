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
 * @param link the link; loopback if empty
 * @param source the signal
 * @param speed seconds of signal per second
 * @param length duration of the stream
 * @param times of all runs
 * @param seed of the link's random effects
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
    /** Rate in bytes per second above which the link is not the bottleneck when several runs share the machine. */
    static final double SLOW = 50_000;

    /** Time to start and end. */
    private static final Duration AROUND = Duration.ofSeconds(5);

    /** The link's name. */
    String linkName() {
        return link.map(LinkProfile::name).orElse("loopback");
    }

    /** Uplink rate; infinite without a link. */
    double bytesPerSecond() {
        return link.map(profile -> profile.links().get(0).up().bytesPerSecond()).orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether the signal is endless and the run ends after a fixed time. */
    boolean endless() {
        return Double.isInfinite(speed);
    }

    /** Expected time, start and end included. */
    Duration expected() {
        return endless() ? length.plus(AROUND) : length.plus(AROUND).plus(times.lead());
    }

    /** Time limit since the first sample. */
    Duration patience() {
        return endless() ? length : expected().multipliedBy(2);
    }

    /** Data that arrive within this time of the first packet do not count as throughput. */
    Duration warm() {
        switch (kind) {
            case CAPACITY:
                // On a slow link, data released after an early loss were transmitted before.
                return bytesPerSecond() <= SLOW ? Duration.ZERO : times.capacityWarm();
            case CPU:
                return times.cpuWarm();
            default:
                return Duration.ZERO;
        }
    }
}
