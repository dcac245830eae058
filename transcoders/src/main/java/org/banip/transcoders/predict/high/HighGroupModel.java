package org.banip.transcoders.predict.high;

import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Undecodable;

/** Predicts and codes the sensor sets of a group, in the same way on both sides. */
final class HighGroupModel {
    private static final int NEW_LATTICE = BitCoder.ONE / 8;
    private static final int NEW_LATTICES = BitCoder.ONE / 1024;

    private final SampleLayout layout;
    private final HighChannelModel[] channels;
    private final SectionModel[] sections;

    HighGroupModel(SensorGroup group) {
        layout = new SampleLayout(group);
        int count = layout.channels();
        channels = new HighChannelModel[count];
        sections = new SectionModel[(count + SectionModel.MOST - 1) / SectionModel.MOST];
        for (int i = 0; i < sections.length; i++) {
            int from = i * count / sections.length;
            int to = (i + 1) * count / sections.length;
            sections[i] = new SectionModel(layout, from, to);
            for (int c = from; c < to; c++) {
                channels[c] = sections[i].channel(c);
            }
        }
    }

    int channels() {
        return channels.length;
    }

    void reset() {
        for (SectionModel section : sections) {
            section.reset();
        }
    }

    /**
     * Codes which lattices are new.
     *
     * @param wanted all lattices: when writing, the new ones; when reading, the last ones, which are replaced by those that are read
     */
    void codeLattices(BitCoder coder, boolean key, PhasedLattice[] wanted) {
        if (!key && !coder.code(changes(wanted), NEW_LATTICES)) {
            return;
        }
        boolean any = key;
        for (int c = 0; c < channels.length; c++) {
            HighChannelModel channel = channels[c];
            if (coder.code(!wanted[c].equals(channel.lattice()), NEW_LATTICE)) {
                wanted[c] = changed(HighLatticeCode.code(coder, wanted[c]), channel.lattice());
                channel.lattice(wanted[c]);
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

    /** Whether any of these lattices is new. */
    private boolean changes(PhasedLattice[] wanted) {
        for (int c = 0; c < channels.length; c++) {
            if (!wanted[c].equals(channels[c].lattice())) {
                return true;
            }
        }
        return false;
    }

    /** Codes sensor sets. When reading, writes them to the block. */
    void code(BitCoder coder, byte[] sets, Block units, boolean reading) {
        for (int unit = 0; unit < units.unitCount(); unit++) {
            int at = unit * layout.setBytes();
            for (SectionModel section : sections) {
                section.code(coder, sets, at, units.firstUnit() + unit, reading);
            }
        }
    }
}
