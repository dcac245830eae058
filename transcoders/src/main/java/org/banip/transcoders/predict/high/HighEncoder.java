package org.banip.transcoders.predict.high;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.lattice.LatticeFinder;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Forms;

/** The encoder of {@code predict(effort=high)}. */
final class HighEncoder implements Encoder {
    private static final int WATCHED_BLOCKS = 16;

    private final GroupModel model;
    private final LatticeFinder finder;
    private final IntervalWriter writer = new IntervalWriter();
    private final Block out = new Block(1024);
    private final PhasedLattice[] lattices;
    private final Tally tally = new Tally();

    /** An encoder for a group. */
    HighEncoder(SensorGroup group) {
        model = new GroupModel(group);
        finder = new LatticeFinder(group, WATCHED_BLOCKS, true);
        lattices = new PhasedLattice[model.channels()];
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        out.length(0);
        if (block.key()) {
            model.reset();
        }
        finder.watch(block.bytes(), block.unitCount(), block.firstUnit());
        boolean changed = chooseLattices(block.length());
        writer.begin(out);
        model.codeLattices(writer, block.key(), lattices);
        model.code(writer, block.bytes(), block, false);
        writer.end();
        if (out.length() >= block.length()) {
            Forms.store(block, changed, out);
            if (changed) {
                model.reset();
                finder.backOff();
            }
        }
        tally.out(out);
        next.accept(out);
    }

    /** Chooses as many new lattices as a block of this length has room for, and says whether there is any. */
    private boolean chooseLattices(int length) {
        int room = length * 8 / 4;
        boolean any = false;
        for (int c = 0; c < lattices.length; c++) {
            PhasedLattice wanted = finder.lattice(c);
            lattices[c] = model.lattice(c);
            if (!wanted.equals(lattices[c])) {
                room -= LatticeCode.cost(wanted);
                if (room >= 0 || !any) {
                    lattices[c] = wanted;
                    any = true;
                }
            }
        }
        return any;
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
