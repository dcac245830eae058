package org.banip.surrogate.alert;

import java.util.List;
import java.util.Optional;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
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
    /** The host, because the detector was taken out of the rules, or changed. The store keeps it as the means. */
    static final Who RULES = Who.of("host", "rules");

    private static final String RULES_CHANGED = "its detector was taken out of the rules, or changed";

    AlertStep(Alert alert, AlertState step, long atNanos, Who who) {
        this(alert, step, atNanos, who, List.of());
    }

    AlertStep withGivenUp(List<Destination> full) {
        return new AlertStep(alert, step, atNanos, who, List.copyOf(full));
    }

    /** Why it was made, if that is not plain: for people. */
    Optional<String> reason() {
        boolean byRules = who.name().equals(RULES.name()) && who.means().equals(RULES.means());
        return byRules && step == AlertState.ENDED ? Optional.of(RULES_CHANGED) : Optional.empty();
    }

    /** The entry of the audit log. */
    AuditEntry audited() {
        return AuditEntry.of(AuditEvent.ALERT)
                .by(who)
                .with("ban", alert.ban())
                .with("session", alert.session().toString())
                .with("alert", alert.id().toString())
                .with("step", step.token())
                .with("priority", alert.priority().token())
                .with("detector", alert.cause().detector())
                .with("foundBy", alert.cause().by());
    }
}
