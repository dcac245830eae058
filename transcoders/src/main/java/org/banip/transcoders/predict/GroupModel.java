package org.banip.transcoders.predict;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Columns;
import org.banip.transcoders.sample.Undecodable;

/**
 * Predicts and codes the sensor sets of a group, in the same way on both sides. State: docs/transcoders.md. For packets of any length, it
 * processes {@value #AT_ONCE} samples at a time, or one sensor set.
 */
final class GroupModel {
    private static final int AT_ONCE = 512;
    private static final int KEY_CHANGE = 1 << Frequencies.CODED_BITS - 3;
    /** The lowest number with which a key packet that changes lattices begins. */
    static final long LEAST_KEY_CHANGE =
            ResidualWriter.WINDOW - (ResidualWriter.WINDOW >>> Frequencies.CODED_BITS) * KEY_CHANGE;

    private static final int CHANGE = 1 << Frequencies.CODED_BITS - 10;

    private final Columns columns;
    private final ChannelModel[] channels;
    private final Neighbours neighbours = new Neighbours();
    private final Frequencies frequencies = new Frequencies();
    private final int[] samples;

    GroupModel(SensorGroup group) {
        columns = new Columns(group);
        int count = columns.channels();
        samples = new int[Math.max(count, AT_ONCE)];
        Step step = new Step();
        channels = new ChannelModel[count];
        for (int c = 0; c < count; c++) {
            channels[c] = new ChannelModel(columns.bits(c), neighbours, count == 1, step);
        }
    }

    Frequencies frequencies() {
        return frequencies;
    }

    int setBytes() {
        return columns.setBytes();
    }

    void reset() {
        neighbours.reset();
        frequencies.reset();
        for (ChannelModel channel : channels) {
            channel.reset();
        }
    }

    int channels() {
        return channels.length;
    }

    /**
     * Codes which channels start again on another lattice.
     *
     * @param wanted all lattices: when writing, the new ones; when reading, the last ones, which are replaced by those that are read
     */
    void codeLattices(ResidualCoder coder, boolean key, PhasedLattice[] wanted) {
        if (!coder.whether(changes(wanted), key ? KEY_CHANGE : CHANGE)) {
            return;
        }
        boolean any = false;
        for (int c = 0; c < channels.length; c++) {
            boolean change = !wanted[c].equals(channels[c].lattice());
            if (coder.plain(change ? 1 : 0, 1) == 1) {
                wanted[c] = changed(LatticeCode.code(coder, wanted[c]), channels[c].lattice());
                channels[c].begin(wanted[c]);
                any = true;
            }
        }
        if (!any) {
            throw Undecodable.because("predict", "a change of lattices in which none changes");
        }
    }

    private static PhasedLattice changed(PhasedLattice lattice, PhasedLattice before) {
        if (lattice.equals(before)) {
            throw Undecodable.because("predict", "a change to " + lattice + ", which holds already");
        }
        return lattice;
    }

    private boolean changes(PhasedLattice[] wanted) {
        for (int c = 0; c < channels.length; c++) {
            if (!wanted[c].equals(channels[c].lattice())) {
                return true;
            }
        }
        return false;
    }

    /** Codes the sensor sets of a block's units. When reading, writes them to the block. */
    void code(ResidualCoder coder, byte[] sets, Block block, boolean reading) {
        int units = block.unitCount();
        int atOnce = samples.length / channels.length;
        for (int first = 0; first < units; first += atOnce) {
            code(coder, sets, first, Math.min(atOnce, units - first), block.firstUnit() + first, reading);
        }
    }

    private void code(ResidualCoder coder, byte[] sets, int first, int units, long unit, boolean reading) {
        int count = channels.length;
        if (!reading) {
            for (int c = 0; c < count; c++) {
                columns.read(sets, first, units, c, samples, c, count);
            }
        }
        int at = 0;
        for (int i = 0; i < units; i++) {
            for (int c = 0; c < count; c++) {
                samples[at] = channels[c].code(coder, samples[at], unit + i);
                at++;
            }
        }
        if (reading) {
            for (int c = 0; c < count; c++) {
                columns.write(samples, c, count, sets, first, units, c);
            }
        }
    }
}
