package org.banip.surrogate.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;

/**
 * Sees surrogates appear, deliver and disappear. Called on the subscription's thread, one call at a time, in order. What it
 * throws is logged and does not end the subscription. Blocking is allowed: it costs this subscriber live data, nobody else. If more than 64
 * calls of {@link #appeared}, {@link #silent}, {@link #resumed} and {@link #disappeared} wait, a surrogate that appeared and disappeared
 * meanwhile is left out, and so is a silence that is over.
 */
public interface SurrogateListener {
    /** A surrogate is active; a late subscriber is told of all that are before anything else. */
    default void appeared(SurrogateDescription surrogate) {}

    /**
     * The MBU added groups to its session, behind those that it has: the same surrogate has another description from now on. Sensor sets and gaps that
     * come later have the new one, with the same numbers for the former groups. The default tells a listener that knows nothing of this that the former
     * description has disappeared ({@link Disappearance#TAKEN_OVER}) and that the new one has appeared.
     */
    default void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
        disappeared(former, Disappearance.TAKEN_OVER);
        appeared(now);
    }

    /** Sensor sets came, in sequence order within a group. */
    void delivered(SensorData data);

    /**
     * The MBU gave up sensor sets for good; takes its place in the group's order. With the reason {@code RETIRED} nothing was given up: the group's
     * sensors were put away, from the instant of the gap's unit on, and are back with the next sensor sets or the next gap of another reason.
     */
    default void gap(SurrogateDescription surrogate, Gap gap) {}

    /** This subscriber was too slow: the given part of a surrogate's live data was left out here. It is in the store. */
    default void missed(SurrogateDescription surrogate, long packets, long units) {}

    /** Nothing was heard of the MBU for a while. */
    default void silent(SurrogateDescription surrogate) {}

    /** A silent MBU is back. */
    default void resumed(SurrogateDescription surrogate) {}

    /**
     * The surrogate says something ({@link SurrogateContext#tell}). If more than 64 lines wait, the oldest are left out.
     *
     * @param atNanos when, nanoseconds since the epoch by the host's clock
     * @param text a line for people
     */
    default void told(SurrogateDescription surrogate, long atNanos, String text) {}

    /**
     * A step of a graded alert of the BAN was made (docs/graded-alerts.md). The steps of an alert come in their order. Unless it is overridden, this
     * tells a line for people, as a surrogate does.
     */
    default void alert(SurrogateDescription surrogate, AlertNotice step) {
        told(surrogate, ChronoUnit.NANOS.between(Instant.EPOCH, step.at()), step.line());
    }

    /** This subscriber was too slow: the given number of steps of alerts was left out here. They are in the store. */
    default void missedAlerts(SurrogateDescription surrogate, long steps) {}

    /** The surrogate is no more. */
    default void disappeared(SurrogateDescription surrogate, Disappearance reason) {}
}
