package org.banip.measure.cpi;

import java.io.IOException;
import java.nio.file.Path;

/** Opens the link of a run. */
final class RunLinks {
    private RunLinks() {}

    /**
     * The link for a run's settings.
     *
     * @param folder of the run's raw data
     */
    static RunLink open(CpiSettings settings, Path folder) throws IOException, InterruptedException {
        if (settings.backEnd().isPresent()) {
            return new RemoteRunLink(settings.backEnd().get());
        }
        return settings.relayed() ? new RelayedRunLink(settings) : EmulatedRunLink.open(settings, folder);
    }
}
