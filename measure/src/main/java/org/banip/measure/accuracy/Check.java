package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkSettings;

/** Something that settings promise. */
interface Check {
    /** The link on which this can be seen alone. */
    LinkSettings settings(LinkSettings link);

    /** What it looks at, for people who wait. */
    String what();

    /** About how long that takes. */
    Duration expected(LinkSettings link);

    /** Looks at it, on a network with that link and this seed. */
    List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException;
}
