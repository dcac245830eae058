package org.banip.emulator.profile;

/**
 * Loss in bursts: the link is in a good or a bad state, which changes at random from packet to packet (E. N. Gilbert, "Capacity of a burst-noise
 * channel", 1960, and E. O. Elliott, 1963). In the good state no packet is lost in a burst.
 *
 * @param enter probability per packet of a change from good to bad
 * @param leave probability per packet of a change from bad to good; a burst lasts 1 / leave packets on average
 * @param loss share of packets lost in the bad state
 */
public record BurstLoss(double enter, double leave, double loss) {
    /** Three shares, from 0 to 1. */
    public BurstLoss {
        Limits.share("burst.enter", enter);
        Limits.share("burst.leave", leave);
        Limits.share("burst.loss", loss);
    }

    /** Share of packets lost in the long run. */
    public double meanLoss() {
        return enter == 0 ? 0 : loss * enter / (enter + leave);
    }
}
