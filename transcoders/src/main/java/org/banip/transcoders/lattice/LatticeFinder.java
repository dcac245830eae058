package org.banip.transcoders.lattice;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;

/**
 * Watches an encoder's sensor sets and says on which lattice each channel's codes lie. Kept across key packets. Once it has seen
 * enough it looks only at some blocks. State: 32 KiB for each channel, 1 MiB at most; twice that if it looks for phases.
 */
public final class LatticeFinder {
    private static final int WATCHED = 8192;
    private static final int MOST_CODES = 4096;
    private static final int MOST_CODES_IN_ALL = 1 << 17;

    private final int every;
    private final SampleLayout layout;
    private final ChannelFinder[] channels;
    private long watched;
    private long blocks;

    /**
     * A finder that has seen nothing yet.
     *
     * @param every of how many blocks it looks at one, once it has seen {@value #WATCHED} samples of each channel
     * @param phased whether it looks for lattices that hold at some instants only
     */
    public LatticeFinder(SensorGroup group, int every, boolean phased) {
        this.every = every;
        layout = new SampleLayout(group);
        int count = layout.channels();
        LatticeSearch search = new LatticeSearch();
        channels = new ChannelFinder[count];
        Arrays.setAll(
                channels, c -> new ChannelFinder(Math.min(MOST_CODES, MOST_CODES_IN_ALL / count), phased, search));
    }

    /** The lattice of a channel. */
    public PhasedLattice lattice(int channel) {
        return channels[channel].lattice();
    }

    /** Takes the sensor sets of consecutive units into account. */
    public void watch(byte[] sets, int units, long firstUnit) {
        if (watched >= WATCHED && ++blocks % every != 0) {
            return;
        }
        watched += units;
        for (int c = 0; c < channels.length; c++) {
            for (int unit = 0; unit < units; unit++) {
                channels[c].add(layout.read(sets, unit * layout.setBytes(), c), firstUnit + unit);
            }
            if (channels[c].decide(units)) {
                watched = 0;
            }
        }
    }

    /** Takes no lattice for a while: a packet that told of one was not worth sending. */
    public void backOff() {
        for (ChannelFinder channel : channels) {
            channel.backOff();
        }
    }
}
