package org.banip.transcoders.lattice;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * Which lattices an encoder's packets are coded on: those that its {@link LatticeFinder} sees, as soon as a packet has room to tell of
 * them.
 */
public final class LatticeChoice {
    /** Of a packet's bits behind the first sensor set, one in so many may tell of lattices; for a single lattice twice as many. */
    private static final int SHARE = 4;

    private final int setBytes;
    private final LatticeFinder finder;
    private final PhasedLattice[] lattices;
    private final boolean[] changed;

    /** A choice for a group whose codes were not seen yet. */
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

    /** Chooses for a packet of these sensor sets, and says whether any lattice is another than in the packet before. */
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

    /** The packet became too long to be sent: its new lattices are not taken for a while, and the packet after it begins anew. */
    public void backOff() {
        for (int c = 0; c < lattices.length; c++) {
            if (changed[c]) {
                finder.backOff(c);
            }
        }
        forget();
    }
}
