package org.banip.alerts.finding;

import java.util.Locale;

/**
 * Something that a detector found begins, or ends.
 *
 * @param detector the detector's name in its declaration
 * @param kind what was found, for example {@code above} or {@code asystole}; docs/alerts.md lists them
 * @param severity how bad it is, as declared
 * @param begins whether it begins; otherwise it ends
 * @param group name of the sensor group
 * @param channel label of the channel; of several, joined by {@code +}; empty if it is about the whole group
 * @param value what was measured when this was decided; docs/alerts.md says what it is for each kind
 * @param unit UCUM code of {@code value}
 * @param sinceNanos instant at which it began in the signal, nanoseconds since the epoch; the same when it ends
 * @param atNanos instant of the sensor set, or of the time told, by which it was decided, nanoseconds since the epoch
 */
public record Finding(
        String detector,
        String kind,
        Severity severity,
        boolean begins,
        String group,
        String channel,
        double value,
        String unit,
        long sinceNanos,
        long atNanos) {
    /** A line for people, for example {@code heart: II asystole begins (high), 4.500 s}. */
    public String line() {
        return detector + ": " + (channel.isEmpty() ? "" : channel + " ") + kind
                + (begins ? " begins" : " ends") + " (" + severity.token() + "), "
                + String.format(Locale.ROOT, "%.4g", value) + (unit.isEmpty() ? "" : " " + unit);
    }
}
