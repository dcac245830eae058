package org.banip.transcoders.lattice;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;

/**
 * Watches an encoder's sensor sets and says on which lattice each channel's codes lie. Kept across key packets. Once it has seen
 * enough it looks only at some blocks. State: 32 KiB for each channel, 1 MiB at most.
 */
public final class LatticeFinder {
    private static final int FIRST_SEARCH = 256;
    private static final int WATCHED = 8192;
    private static final int LAST_SEARCH = 1 << 14;
    private static final int MOST_CODES = 4096;
    private static final int MOST_CODES_IN_ALL = 1 << 17;
    /** One stray code of so many says that the signal has changed. */
    private static final int MANY = 8;
    /** Bits that a better lattice must save, as the channel begins anew with it. */
    private static final double CHANGE_COST = 300;

    private final int every;
    private final SampleLayout layout;
    private final SeenCodes[] seen;
    private final long[] nextSearch;
    private final Lattice[] lattices;
    private final LatticeSearch search = new LatticeSearch();
    private long watched;
    private long blocks;

    /**
     * A finder that has seen nothing yet.
     *
     * @param every of how many blocks it looks at one, once it has seen {@value #WATCHED} samples of each channel
     */
    public LatticeFinder(SensorGroup group, int every) {
        this.every = every;
        layout = new SampleLayout(group);
        int count = layout.channels();
        seen = new SeenCodes[count];
        for (int c = 0; c < count; c++) {
            seen[c] = new SeenCodes(Math.min(MOST_CODES, MOST_CODES_IN_ALL / count));
        }
        nextSearch = new long[count];
        Arrays.fill(nextSearch, FIRST_SEARCH);
        lattices = new Lattice[count];
        Arrays.fill(lattices, Lattice.PLAIN);
    }

    /** The lattice of a channel. */
    public Lattice lattice(int channel) {
        return lattices[channel];
    }

    /** Takes the sensor sets of a block into account. */
    public void watch(byte[] sets, int units) {
        if (watched >= WATCHED && ++blocks % every != 0) {
            return;
        }
        watched += units;
        for (int c = 0; c < lattices.length; c++) {
            watch(c, sets, units);
        }
    }

    private void watch(int c, byte[] sets, int units) {
        SeenCodes codes = seen[c];
        int strays = 0;
        for (int unit = 0; unit < units; unit++) {
            int code = layout.read(sets, unit * layout.setBytes(), c);
            codes.add(code);
            strays += lattices[c].plain() || lattices[c].has(code) ? 0 : 1;
        }
        if (codes.samples() >= nextSearch[c] || codes.full()) {
            decide(c);
        } else if (strays > units / MANY && codes.samples() > FIRST_SEARCH) {
            codes.clear();
            nextSearch[c] = FIRST_SEARCH;
            watched = 0;
        }
    }

    private void decide(int c) {
        SeenCodes codes = seen[c];
        Lattice found = search.search(codes);
        double cost = lattices[c].plain() ? 0 : CHANGE_COST;
        if (codes.saved(found) > codes.saved(lattices[c]) + cost) {
            lattices[c] = found;
        }
        nextSearch[c] = 2 * nextSearch[c];
        if (codes.full() || nextSearch[c] > LAST_SEARCH) {
            codes.clear();
            nextSearch[c] = FIRST_SEARCH;
        }
    }

    /** Takes no lattice for a while: a packet that told of one was not worth sending. */
    public void backOff() {
        for (int c = 0; c < lattices.length; c++) {
            lattices[c] = Lattice.PLAIN;
            seen[c].clear();
            nextSearch[c] = LAST_SEARCH;
        }
    }
}
