package org.banip.transcoders.predict.high;

import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Undecodable;

/** Predicts and codes one channel's samples, one after another. */
final class HighChannelModel {
    private final int bits;
    private final long least;
    private final long most;
    private final JointPredictors joint;
    private final int channel;
    private final Predictors predictors;
    private final Mixture mixture = new Mixture();
    private final Decisions decisions;
    private final IndexCoder indexes;
    private final HighStrays strays;
    private PhasedLattice lattice = PhasedLattice.PLAIN;
    private long first;
    private long last;
    private long base;
    private boolean begun;

    HighChannelModel(JointPredictors joint, int channel, int bytes, Calibration byWidth) {
        bits = 8 * bytes;
        least = -1L << bits - 1;
        most = -least - 1;
        this.joint = joint;
        this.channel = channel;
        decisions = new Decisions(byWidth);
        indexes = new IndexCoder(decisions, mixture);
        strays = new HighStrays(bits);
        predictors = new Predictors(joint, channel, most - least);
        reset();
    }

    void reset() {
        predictors.reset();
        mixture.reset();
        decisions.reset();
        lattice = PhasedLattice.PLAIN;
        begun = false;
    }

    PhasedLattice lattice() {
        return lattice;
    }

    /**
     * Continues with a new lattice.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET} if fewer than two of its codes fit the channel
     */
    void lattice(PhasedLattice newLattice) {
        lattice = newLattice;
        decisions.forgetCodes();
        strays.reset();
        first = lattice.lattice().index(least);
        last = lattice.lattice().index(most + 1) - 1;
        if (last <= first) {
            throw Undecodable.because(
                    "predict", "a lattice of step " + lattice.lattice().width() + " for samples of " + bits + " bits");
        }
    }

    /** Codes the sample of a unit. */
    int code(BitCoder coder, int value, long unit) {
        if (!begun) {
            int coded = RawBits.codeSigned(coder, value, bits);
            begun = true;
            base = coded;
            joint.reveal(channel, 0);
            return coded;
        }
        predictors.predict();
        Lattice now = lattice.at(unit);
        mixture.prepare(predictors.estimates(), predictors.best(), now.width());
        int coded = now.plain() ? (int) codeIndex(coder, value, now, least, most) : codeOnLattice(coder, value, now);
        double relative = (double) coded - base;
        predictors.learn(relative);
        joint.reveal(channel, relative);
        return coded;
    }

    private int codeOnLattice(BitCoder coder, int value, Lattice now) {
        long index = Math.max(first, Math.min(last, now.nearest(value)));
        index = codeIndex(coder, index, now, first, last);
        return strays.code(coder, value, index, now.code(index));
    }

    private long codeIndex(BitCoder coder, long index, Lattice now, long lowest, long highest) {
        indexes.use(now, base, lowest, highest);
        long coded = indexes.code(coder, index, predictors.best());
        mixture.learn(indexes.boundary(coded), indexes.boundary(coded + 1));
        return coded;
    }
}
