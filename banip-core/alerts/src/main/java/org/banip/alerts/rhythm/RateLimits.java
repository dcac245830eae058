package org.banip.alerts.rhythm;

import org.banip.alerts.finding.Severity;

/**
 * What a heart may do.
 *
 * @param above beats a minute that are too fast beyond
 * @param below beats a minute that are too slow below, lower than {@code above}
 * @param hysteresis beats a minute inside a limit at which it ends
 * @param lastingNanos how long the rate must be outside
 * @param asystoleNanos how long there must be no beat for asystole
 * @param severity of rates
 * @param asystoleSeverity of asystole
 */
record RateLimits(
        double above,
        double below,
        double hysteresis,
        long lastingNanos,
        long asystoleNanos,
        Severity severity,
        Severity asystoleSeverity) {}
