package org.banip.alerts.level;

import org.banip.alerts.spi.Condition;

/** A value on the wrong side of a limit: with hysteresis, and with times that it must last to begin and to end. One thread. */
public final class Limit {
    private final Condition condition;
    private final Side side;
    private final double limit;
    private final Tolerance tolerance;

    /** Whether the value is on the way to the other state, and since when. */
    private boolean changing;

    private long changingSince;

    /** The side of the limit that is wrong. */
    public enum Side {
        /** Above it. */
        ABOVE,
        /** Below it. */
        BELOW
    }

    /**
     * How a limit tolerates what is short or small.
     *
     * @param hysteresis how far inside the limit a value must be to end it, 0 or more
     * @param lastingNanos how long all values must be outside to begin it
     * @param endingNanos how long all values must be inside to end it
     */
    public record Tolerance(double hysteresis, long lastingNanos, long endingNanos) {}

    /** A limit; the limit itself is allowed. */
    public Limit(Condition condition, Side side, double limit, Tolerance tolerance) {
        this.condition = condition;
        this.side = side;
        this.limit = limit;
        this.tolerance = tolerance;
    }

    /** The next value. */
    public void next(double value, long nanos) {
        double excess = side == Side.ABOVE ? value - limit : limit - value;
        boolean active = condition.isActive();
        boolean changes = active ? isInside(excess) : excess > 0;
        if (!changes) {
            changing = false;
            return;
        }
        if (!changing) {
            changing = true;
            changingSince = nanos;
        }
        if (nanos - changingSince < (active ? tolerance.endingNanos() : tolerance.lastingNanos())) {
            return;
        }
        changing = false;
        if (active) {
            condition.end(nanos, value);
        } else {
            condition.begin(changingSince, nanos, value);
        }
    }

    private boolean isInside(double excess) {
        return tolerance.hysteresis() == 0 ? excess <= 0 : excess <= -tolerance.hysteresis();
    }

    /** Values are missing here: the times begin anew. What has begun lasts. */
    public void interrupt() {
        changing = false;
    }
}
