package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkSettings;

/** Compares one effect of a link's settings with what was measured. */
interface Check {
    /** The link that shows this effect alone. */
    LinkSettings settings(LinkSettings link);

    /** Name of the effect, for the progress display. */
    String what();

    /** Expected duration of the check. */
    Duration expected(LinkSettings link);

    /** Runs the check on a network with that link and this seed. */
    List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException;
}
