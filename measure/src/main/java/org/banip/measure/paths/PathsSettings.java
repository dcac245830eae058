package org.banip.measure.paths;

import java.util.List;
import java.util.stream.Collectors;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * What the study measures.
 *
 * @param scenarios by name
 * @param transports that carry the cases
 * @param cases of the scenarios
 * @param repeats of each case by each transport
 * @param atOnce most runs at the same time
 * @param reading of published delays
 * @param congestionControl of TCP on all paths
 * @param mbu how the MBU sends
 * @param only a part of the names of the cases that are measured; empty for all
 */
public record PathsSettings(
        List<Scenario> scenarios,
        List<Transport> transports,
        Cases cases,
        int repeats,
        int atOnce,
        Reading reading,
        String congestionControl,
        MbuSetup mbu,
        String only) {
    private static final int MOST_REPEATS = 1000;

    /** Copies the lists. At least one case must have the part of a name. */
    public PathsSettings {
        scenarios = scenarios.stream().distinct().toList();
        transports = transports.stream().distinct().toList();
        if (repeats < 1 || repeats > MOST_REPEATS) {
            throw new IllegalArgumentException(repeats + " repeats, allowed are 1 to " + MOST_REPEATS);
        }
        if (scenarios.stream()
                .flatMap(each -> cases.of(each, reading).stream())
                .noneMatch(studied -> studied.name().contains(only))) {
            throw new IllegalArgumentException("no case of " + scenarios + " has '" + only + "' in its name; there are "
                    + scenarios.stream()
                            .flatMap(each -> cases.of(each, reading).stream())
                            .map(StudiedCase::name)
                            .collect(Collectors.joining(", ")));
        }
    }

    /** All cases. */
    PathsSettings(
            List<Scenario> scenarios,
            List<Transport> transports,
            Cases cases,
            int repeats,
            int atOnce,
            Reading reading,
            String congestionControl,
            MbuSetup mbu) {
        this(scenarios, transports, cases, repeats, atOnce, reading, congestionControl, mbu, "");
    }

    /** The cases of a scenario that are measured. */
    List<StudiedCase> of(Scenario scenario) {
        return cases.of(scenario, reading).stream()
                .filter(studied -> studied.name().contains(only))
                .toList();
    }
}
