package org.banip.surrogate.alert;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.alerts.finding.Severity;
import org.banip.server.grant.BanPattern;

/**
 * Which alerts go to whom.
 *
 * @param severities of these severities; empty: of all
 * @param bans of these BANs; empty: of all
 * @param detectors of detectors with these names; empty: of all
 * @param priority the priority, if it is not that of the severity
 * @param to contacts who are told of each step
 * @param escalateTo contacts who are told from the escalation on
 */
record Rule(
        Set<Severity> severities,
        List<BanPattern> bans,
        Set<String> detectors,
        Optional<Priority> priority,
        List<String> to,
        List<String> escalateTo) {
    boolean isFor(String ban, String detector, Severity severity) {
        return (severities.isEmpty() || severities.contains(severity))
                && (bans.isEmpty() || bans.stream().anyMatch(pattern -> pattern.matches("", ban)))
                && (detectors.isEmpty() || detectors.contains(detector));
    }
}
