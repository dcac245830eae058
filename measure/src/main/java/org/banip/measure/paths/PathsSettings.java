package org.banip.measure.paths;

import java.util.List;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;

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
 */
public record PathsSettings(
        List<Scenario> scenarios,
        List<Transport> transports,
        Cases cases,
        int repeats,
        int atOnce,
        Reading reading,
        String congestionControl,
        MbuSetup mbu) {
    private static final int MOST_REPEATS = 1000;

    /** Copies the lists. */
    public PathsSettings {
        scenarios = scenarios.stream().distinct().toList();
        transports = transports.stream().distinct().toList();
        if (repeats < 1 || repeats > MOST_REPEATS) {
            throw new IllegalArgumentException(repeats + " repeats, allowed are 1 to " + MOST_REPEATS);
        }
    }
}
