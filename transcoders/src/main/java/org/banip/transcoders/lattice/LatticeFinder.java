package org.banip.transcoders.lattice;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;

/**
 * Watches an encoder's sensor sets and says on which lattice each channel's codes lie. Kept across key packets. Once it has seen
 * enough it looks only at some blocks, and with no block it searches in more than some thousand codes, so that none takes long. State: up to
 * 64 KiB for each channel, 2.5 MiB at most.
 */
final class LatticeFinder {
    private static final int WATCHED = 8192;
    private static final int WATCHED_BLOCKS = 16;
    private static final int MOST_CODES = 4096;
    private static final int MANY_CODES = 1024;
    private static final int MOST_CODES_IN_ALL = 1 << 17;

    private final int every;
    private final SampleLayout layout;
    private final ChannelFinder[] channels;
    private long watched;
    private long blocks;
    private int turn;

    /** A finder that has seen nothing yet. */
    LatticeFinder(SensorGroup group) {
        this(group, WATCHED_BLOCKS);
    }

    /** The same, which goes on to look at one of {@code every} blocks. */
    LatticeFinder(SensorGroup group, int every) {
        this.every = every;
        layout = new SampleLayout(group);
        int count = layout.channels();
        LatticeSearch search = new LatticeSearch();
        channels = new ChannelFinder[count];
        Arrays.setAll(channels, c -> new ChannelFinder(Math.min(MOST_CODES, MOST_CODES_IN_ALL / count), search));
    }

    /** The lattice of a channel. */
    PhasedLattice lattice(int channel) {
        return channels[channel].lattice();
    }

    /** Takes the sensor sets of consecutive units into account. */
    void watch(byte[] sets, int units, long firstUnit) {
        if (watched < WATCHED || ++blocks % every == 0) {
            look(sets, units, firstUnit);
        }
        search();
    }

    /** Makes searches that are due, channel after channel, as long as they are quick. */
    private void search() {
        int codes = 0;
        int idle = 0;
        while (idle < channels.length && codes < MANY_CODES) {
            int searched = channels[turn].search();
            codes += searched;
            if (searched == 0) {
                idle++;
                turn = turn + 1 == channels.length ? 0 : turn + 1;
            }
        }
    }

    private void look(byte[] sets, int units, long firstUnit) {
        watched += units;
        for (int c = 0; c < channels.length; c++) {
            for (int unit = 0; unit < units; unit++) {
                channels[c].add(layout.read(sets, unit * layout.setBytes(), c), firstUnit + unit);
            }
            if (channels[c].forgetChanged(units)) {
                watched = 0;
            }
        }
    }

    /** Takes no lattice for a channel for a while. */
    void backOff(int channel) {
        channels[channel].backOff();
    }
}
