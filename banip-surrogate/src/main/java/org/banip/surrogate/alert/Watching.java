package org.banip.surrogate.alert;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.banip.alerts.finding.Finding;

/**
 * The watch of a session begins anew, and only this holds.
 *
 * @param holding beginnings
 */
record Watching(String ban, UUID session, String by, List<Finding> holding) implements Report {
    boolean holds(String detector, String kind) {
        return holding.stream()
                .anyMatch(finding ->
                        finding.detector().equals(detector) && finding.kind().equals(kind));
    }

    /** Whether all that holds by another one holds by this one too. */
    boolean holdsAllOf(Watching other) {
        Set<List<String>> these = new HashSet<>();
        holding.forEach(finding -> these.add(List.of(finding.detector(), finding.kind())));
        return other.holding.stream().allMatch(one -> these.contains(List.of(one.detector(), one.kind())));
    }
}
