package org.banip.transcoders.lattice;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;

/**
 * Finds the lattice of each channel from an encoder's sensor sets. It is kept across key packets. After enough samples it looks only at some
 * blocks. For each block it searches in at most a few thousand codes, so that no block takes long. State: up to 64 KiB for each channel, at most
 * 2.5 MiB.
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

    /** A finder without any samples yet. */
    LatticeFinder(SensorGroup group) {
        this(group, WATCHED_BLOCKS);
    }

    /** The same. After enough samples it looks at one of {@code every} blocks. */
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

    /** Counts the sensor sets of consecutive units. */
    void watch(byte[] sets, int units, long firstUnit) {
        if (watched < WATCHED || ++blocks % every == 0) {
            look(sets, units, firstUnit);
        }
        search();
    }

    /** Makes the searches that are due, channel by channel, while they are quick. */
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

    /** Uses no lattice for a channel for a while. */
    void backOff(int channel) {
        channels[channel].backOff();
    }
}
