package org.banip.mbu.settings;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.banip.core.ban.ServiceClass;

/**
 * How several paths share the work (docs/paths.md). Immutable.
 *
 * @param scheduler the name of the scheduler
 * @param ofClasses the names of other schedulers, of single service classes
 * @param detectAfter a path counts as late when an acknowledgement is overdue for this time, and longer than the path's usual round trip; 10 ms to 60 s
 * @param returnAfter a late path is used again when probes were answered in time for this time; it doubles each time that the path is late again
 *     soon, up to 20 times; 100 ms to 10 minutes
 * @param reinjectedShare the part of all bytes that may be sent by another path as well because that is cheaper than to wait; 0 to 1
 */
public record PathPolicySettings(
        String scheduler,
        Map<ServiceClass, String> ofClasses,
        Duration detectAfter,
        Duration returnAfter,
        double reinjectedShare) {
    /** The scheduler {@code default} for all; late after 1 s; back after 3 s; 2 % of the bytes may be re-injected. */
    public static final PathPolicySettings DEFAULT = new PathPolicySettings(
            "default", Collections.emptyMap(), Duration.ofSeconds(1), Duration.ofSeconds(3), 0.02);

    /** Checks the times and the share; copies the map. */
    public PathPolicySettings {
        within("detectAfter", detectAfter, Duration.ofMillis(10), Duration.ofMinutes(1));
        within("returnAfter", returnAfter, Duration.ofMillis(100), Duration.ofMinutes(10));
        if (!(reinjectedShare >= 0 && reinjectedShare <= 1)) {
            throw new IllegalArgumentException(
                    "path policy: re-injected share " + reinjectedShare + " is outside 0 to 1");
        }
        Map<ServiceClass, String> copy = new EnumMap<>(ServiceClass.class);
        copy.putAll(ofClasses);
        ofClasses = Collections.unmodifiableMap(copy);
    }

    private static void within(String what, Duration seen, Duration least, Duration most) {
        if (seen.compareTo(least) < 0 || seen.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "path policy: " + what + " " + seen + " is outside " + least + " to " + most);
        }
    }

    /** The same with another scheduler. */
    public PathPolicySettings scheduler(String name) {
        return new PathPolicySettings(name, ofClasses, detectAfter, returnAfter, reinjectedShare);
    }

    /** The same with another scheduler for one service class. */
    public PathPolicySettings scheduler(ServiceClass of, String name) {
        Map<ServiceClass, String> changed = new EnumMap<>(ServiceClass.class);
        changed.putAll(ofClasses);
        changed.put(of, name);
        return new PathPolicySettings(scheduler, changed, detectAfter, returnAfter, reinjectedShare);
    }

    /** The same with other times. */
    public PathPolicySettings times(Duration detect, Duration back) {
        return new PathPolicySettings(scheduler, ofClasses, detect, back, reinjectedShare);
    }

    /** The same with another share of bytes for re-injection; 0 for none. */
    public PathPolicySettings reinject(double share) {
        return new PathPolicySettings(scheduler, ofClasses, detectAfter, returnAfter, share);
    }

    /** The name of the scheduler of a service class. */
    public String schedulerOf(ServiceClass of) {
        String own = ofClasses.get(of);
        return own == null ? scheduler : own;
    }
}
