package org.banip.measure.paths;

import java.io.IOException;
import java.util.Optional;
import org.banip.emulator.EmulatedNetwork;
import org.banip.measure.paths.carrier.Rival;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * The flow of TCP beside the load of a run.
 *
 * @param rival empty if there is none
 */
record RivalFlow(Optional<Rival> rival) implements AutoCloseable {
    private static final double STEADY_SECONDS = 3;

    /** Begins, if the case has one, and returns when its slow start is over. */
    static RivalFlow of(EmulatedNetwork network, StudiedCase studied) throws IOException, InterruptedException {
        if (!studied.sharing().rival()) {
            return new RivalFlow(Optional.empty());
        }
        long steady = (long) (STEADY_SECONDS * studied.paths().get(0).bytesPerSecond());
        return new RivalFlow(Optional.of(Rival.start(network, steady, PathsRun.STALL)));
    }

    @Override
    public void close() {
        rival.ifPresent(Rival::close);
    }
}
