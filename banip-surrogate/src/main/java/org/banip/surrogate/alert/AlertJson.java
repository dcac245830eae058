package org.banip.surrogate.alert;

import java.time.Instant;
import java.util.Optional;
import org.banip.core.json.JsonWriter;

/** Alerts as JSON. */
public final class AlertJson {
    private AlertJson() {}

    /** What is told of a step to those who are no contacts. */
    static String step(AlertStep step) {
        return step(step, Optional.empty());
    }

    /** What is delivered of a step to a contact. */
    static String delivery(AlertStep step, String contact) {
        return step(step, Optional.of(contact));
    }

    private static String step(AlertStep step, Optional<String> contact) {
        Alert alert = step.alert();
        JsonWriter out = new JsonWriter()
                .beginObject()
                .field("id", alert.id().toString())
                .field("step", alert.steps());
        contact.ifPresent(name -> out.field("contact", name));
        out.field("event", step.step().token())
                .field("at", instant(step.atNanos()))
                .field("who", step.who().name());
        step.reason().ifPresent(reason -> out.field("reason", reason));
        fields(out, alert, true);
        return out.endObject().toString();
    }

    /**
     * The fields of an alert that do not tell its step.
     *
     * @param measured whether with what was measured
     */
    @SuppressWarnings("exports") // for the host's own servlets; nobody else has a JsonWriter
    public static void fields(JsonWriter out, Alert alert, boolean measured) {
        Cause cause = alert.cause();
        out.field("ban", alert.ban())
                .field("session", alert.session().toString())
                .field("priority", alert.priority().token())
                .field("severity", cause.severity().token())
                .field("by", cause.by())
                .field("detector", cause.detector())
                .field("kind", cause.kind())
                .field("group", cause.group())
                .field("channel", cause.channel())
                .field("since", instant(cause.sinceNanos()))
                .field("raised", instant(alert.raisedNanos()));
        if (measured) {
            out.field("value", cause.measured()).field("unit", cause.unit());
        }
        alert.acknowledged()
                .ifPresent(by -> out.field("acknowledgedBy", by.by()).field("acknowledged", instant(by.atNanos())));
        if (alert.damaged()) {
            out.field("damaged", true);
        }
    }

    private static String instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos).toString();
    }
}
