package org.banip.transcoders.predict;

import java.util.Arrays;
import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Undecodable;

/**
 * Predicts and codes one channel's samples, one after another. If the channel's lattice holds at all instants, it predicts the index on the
 * lattice, otherwise the sample.
 */
final class ChannelModel {
    private static final int OWN_ALONE = 32;
    private static final int OWN = 8;
    private static final int AFTER = 8;
    private static final int HALF = 1 << Window.FRACTION_BITS - 1;

    private final int bits;
    private final Window own;
    private final Window rests = new Window(AFTER);
    private final Predictor[] predictors = new Predictor[PhasedLattice.MOST_PHASES];
    private final Strays strays;
    private PhasedLattice phased = PhasedLattice.PLAIN;
    private Lattice lattice = Lattice.PLAIN;
    private int period;
    private long firstIndex;
    private long lastIndex;
    private long first;
    private long last;
    private long before;
    private boolean begun;

    ChannelModel(int bits, Neighbours neighbours, boolean alone, Step step) {
        this.bits = bits;
        own = new Window(alone ? OWN_ALONE : OWN);
        Arrays.setAll(predictors, phase -> new Predictor(own, rests, neighbours, alone, step));
        strays = new Strays(bits);
    }

    void reset() {
        begin(PhasedLattice.PLAIN);
    }

    PhasedLattice lattice() {
        return phased;
    }

    /**
     * Forgets everything and continues with this lattice.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET} if fewer than two of its codes fit the channel
     */
    void begin(PhasedLattice newLattice) {
        own.reset();
        rests.reset();
        phased = newLattice;
        lattice = newLattice.lattice();
        period = newLattice.period();
        for (int phase = 0; phase < period; phase++) {
            predictors[phase].reset();
        }
        firstIndex = lattice.index(-1L << bits - 1);
        lastIndex = lattice.index(1L << bits - 1) - 1;
        first = period == 1 ? firstIndex : -1L << bits - 1;
        last = period == 1 ? lastIndex : (1L << bits - 1) - 1;
        strays.reset();
        begun = false;
        if (lastIndex <= firstIndex) {
            throw Undecodable.because(
                    "predict", "a lattice of step " + lattice.width() + " for samples of " + bits + " bits");
        }
    }

    /** Codes the sample of a unit and returns it. A reading coder ignores the given sample. */
    int code(ResidualCoder coder, int value, long unit) {
        if (period > 1 && begun) {
            return codeAtPhase(coder, value, unit);
        }
        if (period > 1 || lattice.plain()) {
            return codeNext(coder, value);
        }
        int index = codeNext(coder, clipIndex(lattice.nearest(value)));
        return strays.code(coder, value, index, (int) lattice.code(index));
    }

    /** Codes the predicted value. */
    private int codeNext(ResidualCoder coder, int wanted) {
        if (!begun) {
            begun = true;
            int coded = checked(coder.code(2 * ResidualContext.FIRST_CONTEXT, wanted), first, last);
            before = coded;
            return coded;
        }
        Predictor predictor = predictors[0];
        long change = predictor.predict() + HALF;
        int coded = codeSample(coder, wanted, change, predictor);
        predictor.learn(coded - before << Window.FRACTION_BITS);
        before = coded;
        return coded;
    }

    private int codeSample(ResidualCoder coder, int wanted, long change, Predictor predictor) {
        int predicted = (int) Math.max(first, Math.min(last, before + (change >> Window.FRACTION_BITS)));
        int side = -(int) (change >> Window.FRACTION_BITS - 1 & 1);
        return checked(codeFrom(coder, wanted, predicted, side, predictor.level()), first, last);
    }

    private int codeAtPhase(ResidualCoder coder, int value, long unit) {
        int phase = (int) unit & period - 1;
        Predictor predictor = predictors[phase];
        long change = predictor.predict() + HALF;
        int coded;
        if (phase == phased.phase()) {
            long place = Math.max(first, Math.min(last, before + (change >> Window.FRACTION_BITS)));
            int predicted = clipIndex(lattice.nearest(place));
            int side = place > lattice.code(predicted) ? -1 : 0;
            int wanted = clipIndex(lattice.nearest(value));
            int index = checked(codeFrom(coder, wanted, predicted, side, predictor.level()), firstIndex, lastIndex);
            coded = strays.code(coder, value, index, (int) lattice.code(index));
        } else {
            coded = codeSample(coder, value, change, predictor);
        }
        predictor.learn(coded - before << Window.FRACTION_BITS);
        before = coded;
        return coded;
    }

    /** Codes a number near the predicted one. {@code side} is −1 if the prediction was rounded down, otherwise 0. */
    private static int codeFrom(ResidualCoder coder, int wanted, int predicted, int side, ResidualContext level) {
        int residual = coder.code(2 * level.context() - side, (wanted - predicted ^ side) - side);
        level.add(residual);
        return predicted + (residual ^ side) - side;
    }

    /** Checks a number that was read. */
    private static int checked(int coded, long from, long to) {
        if (coded < from || coded > to) {
            throw Undecodable.because("predict", "code " + coded + " is outside " + from + " to " + to);
        }
        return coded;
    }

    private int clipIndex(long index) {
        return (int) Math.max(firstIndex, Math.min(lastIndex, index));
    }
}
