package org.banip.surrogate.alert;

import java.util.List;
import org.banip.server.audit.Who;

/**
 * A step in the life of an alert, as it was made.
 *
 * @param alert the alert after it; the step's number is {@link Alert#steps}
 * @param step what happened
 * @param atNanos when, nanoseconds since the epoch
 * @param who made it: a person, or the host
 * @param givenUp who is not told of it, because too many deliveries wait there
 */
record AlertStep(Alert alert, AlertState step, long atNanos, Who who, List<Destination> givenUp) {
    /** The host itself, because of what a detector found or because time has passed. */
    static final Who HOST = Who.of("host", "detector");

    AlertStep(Alert alert, AlertState step, long atNanos, Who who) {
        this(alert, step, atNanos, who, List.of());
    }

    AlertStep withGivenUp(List<Destination> full) {
        return new AlertStep(alert, step, atNanos, who, List.copyOf(full));
    }

    /** Names the step among all steps of all alerts; the same in every attempt to deliver it. */
    String key() {
        return key(alert.id().toString(), alert.steps());
    }

    static String key(String alert, int number) {
        return alert + "-" + number;
    }
}
