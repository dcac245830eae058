package org.banip.measure.paths;

import java.time.Duration;

/** What the load and the flow beside it carried on the link that they share, by what arrived. Guarded by the steps' monitor. */
final class SharedUse {
    /** An IP packet of 1,500 bytes has 1,448 bytes of a TCP stream with time stamps. */
    private static final double ON_THE_WIRE = 1500.0 / 1448;

    private static final int ALL = 0;
    private static final int RIVAL = 1;

    private final LinkUse steps;

    /**
     * The use of a link.
     *
     * @param steps of all bytes that the link delivered upwards, and of those of the stream beside
     */
    SharedUse(LinkUse steps) {
        this.steps = steps;
    }

    /** The load's share of the bytes on the link, 0 to 1; half is fair. */
    double share(Duration until) {
        double all = steps.bytes(ALL, Duration.ZERO, until);
        double rival = ON_THE_WIRE * steps.bytes(RIVAL, Duration.ZERO, until);
        return all == 0 ? 0 : Math.max(0, 1 - rival / all);
    }
}
