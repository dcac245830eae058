package org.banip.surrogate.alert;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;

/**
 * What an alert is about, as the detector found it first.
 *
 * @param by who found it: {@code host}, {@code mbu}, or {@code ban}, the host by a rule of the BAN
 * @param detector name of the detector
 * @param kind what it found, for example {@code asystole}
 * @param severity as the detector's declaration says
 * @param group name of the sensor group
 * @param channel label of the channel; of several, joined by {@code +}; empty if it is about the whole group
 * @param measured what was measured then, finite, with at most six significant digits
 * @param unit UCUM code of {@code measured}
 * @param sinceNanos sampling instant since when it holds, nanoseconds since the epoch
 */
public record Cause(
        String by,
        String detector,
        String kind,
        Severity severity,
        String group,
        String channel,
        double measured,
        String unit,
        long sinceNanos) {
    /** More than converters of signals resolve; further digits come from binary arithmetic. */
    private static final MathContext DIGITS = new MathContext(6);

    static Cause of(String by, Finding finding) {
        return new Cause(
                by,
                finding.detector(),
                finding.kind(),
                finding.severity(),
                finding.group(),
                finding.channel(),
                rounded(finding.value()),
                finding.unit(),
                finding.sinceNanos());
    }

    /** Databases and JSON have no place for a number that is not finite; it becomes 0. */
    private static double rounded(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).round(DIGITS).doubleValue() : 0;
    }

    static Severity severity(String token) {
        return Severity.valueOf(token.toUpperCase(Locale.ROOT));
    }
}
