package org.banip.transcoders.lattice;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * Chooses the lattices for an encoder's packets: those that its {@link LatticeFinder} finds, as soon as a packet has room for their description.
 */
public final class LatticeChoice {
    /** The share of a packet's bits after the first sensor set that may describe lattices: one in this number. Two, for a single lattice. */
    private static final int SHARE = 4;

    private final int setBytes;
    private final LatticeFinder finder;
    private final PhasedLattice[] lattices;
    private final boolean[] changed;

    /** A choice for a group without any codes yet. */
    public LatticeChoice(SensorGroup group) {
        setBytes = group.setBytes();
        finder = new LatticeFinder(group);
        lattices = new PhasedLattice[group.channels().size()];
        changed = new boolean[lattices.length];
        forget();
    }

    private void forget() {
        Arrays.fill(lattices, PhasedLattice.PLAIN);
    }

    /** Chooses for a packet of these sensor sets. Returns whether a lattice differs from the one in the last packet. */
    public boolean choose(Block block) {
        if (block.key()) {
            forget();
        }
        finder.watch(block.bytes(), block.unitCount(), block.firstUnit());
        int room = 8 * (block.length() - setBytes) / SHARE;
        boolean any = false;
        for (int c = 0; c < lattices.length; c++) {
            PhasedLattice wanted = finder.lattice(c);
            changed[c] = !wanted.equals(lattices[c]) && wanted.bits() <= (any ? room : 2 * room);
            if (changed[c]) {
                lattices[c] = wanted;
                room -= wanted.bits();
                any = true;
            }
        }
        return any;
    }

    /** The lattice of each channel. */
    public PhasedLattice[] lattices() {
        return lattices;
    }

    /** The packet was too long to be sent. Its new lattices are not used for a while, and the next packet starts again. */
    public void backOff() {
        for (int c = 0; c < lattices.length; c++) {
            if (changed[c]) {
                finder.backOff(c);
            }
        }
        forget();
    }
}
