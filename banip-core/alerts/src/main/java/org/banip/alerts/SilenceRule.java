package org.banip.alerts;

import org.banip.alerts.finding.Severity;

/**
 * A detector of kind {@code silence} for a group, for somebody who knows when its last sensor set came and has no {@link GroupWatch}.
 *
 * @param detector its name
 * @param severity of what it finds
 * @param afterNanos a longer time without a sensor set is found
 */
public record SilenceRule(String detector, Severity severity, long afterNanos) {}
