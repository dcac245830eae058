package org.banip.measure.paths.carrier;

import java.nio.file.Path;
import java.time.Duration;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * What a process has to carry.
 *
 * @param studied the case
 * @param transport over all paths or a single one
 * @param setup how the MBU sends
 * @param patience how long the load may take
 * @param folder for logs and deliveries
 */
public record Task(StudiedCase studied, Transport transport, MbuSetup setup, Duration patience, Path folder) {
    /** The folder of what is deleted after the run. */
    Path work() {
        return folder.resolve("work");
    }

    /** When what was delivered. */
    Path deliveries() {
        return folder.resolve("deliveries.csv");
    }

    /** When what arrived at the receiving end of a program. */
    Path arrivals() {
        return folder.resolve("arrivals.csv");
    }
}
