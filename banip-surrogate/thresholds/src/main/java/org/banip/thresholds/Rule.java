package org.banip.thresholds;

import java.time.Duration;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;

/** What is watched in a channel. Values are in the channel's physical unit. */
public sealed interface Rule {
    /** Its name in alerts. */
    String name();

    /** Which channels it applies to. */
    Place place();

    /**
     * Channels with this label.
     *
     * @param group of this group only; empty: of any
     * @param channel the channel's label
     */
    record Place(Optional<String> group, String channel) {
        boolean has(SensorGroup of, int number) {
            return group.orElse(of.name()).equals(of.name())
                    && of.channels().get(number).label().equals(channel);
        }
    }

    /**
     * A value above or below a limit.
     *
     * @param isAbove whether it applies above the limit, or below it
     * @param limit the limit; the limit itself is allowed
     * @param hysteresis how far inside the limit a value must be to end it, 0 or more
     * @param lasting how long the value must stay outside to begin it, without a gap, by the sampling instants
     */
    record Limit(String name, Place place, boolean isAbove, double limit, double hysteresis, Duration lasting)
            implements Rule {
        /** Checks the numbers. */
        public Limit {
            if (!(hysteresis >= 0) || !Double.isFinite(hysteresis) || !Double.isFinite(limit) || lasting.isNegative()) {
                throw new IllegalArgumentException("rule " + name + ": limit " + limit + ", hysteresis " + hysteresis
                        + ", lasting " + lasting.toMillis() + " ms; the last two must be 0 or more");
            }
        }
    }

    /**
     * A sudden change: the highest and the lowest value within a time differ by more than allowed.
     *
     * @param by the difference that is allowed, more than 0
     * @param within the time, by the sampling instants, without a gap
     */
    record Change(String name, Place place, double by, Duration within) implements Rule {
        /** Checks the numbers. */
        public Change {
            if (!(by > 0) || !Double.isFinite(by) || within.isNegative() || within.isZero()) {
                throw new IllegalArgumentException("rule " + name + ": change " + by + " within " + within.toMillis()
                        + " ms; both must be more than 0");
            }
        }
    }
}
