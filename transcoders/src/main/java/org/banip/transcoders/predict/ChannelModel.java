package org.banip.transcoders.predict;

import org.banip.transcoders.lattice.Lattice;

/** Predicts and codes one channel's samples, one after another. */
final class ChannelModel {
    private static final int OWN_ALONE = 32;
    private static final int OWN = 8;
    private static final int AFTER = 8;
    private static final int SPEED_ALONE = 5;
    private static final int SPEED = 3;
    private static final int SPEED_AFTER = 5;
    private static final int SPEED_LAST = 4;
    private static final int SPEED_LAST_ALONE = 5;

    private final int bits;
    private final Neighbours neighbours;
    private final boolean alone;
    private final Step step;

    private final Window own;
    private final Window rests;
    private final int[] inputs;
    private final Filter first;
    private final Filter second;
    private final Filter third;
    private final Level level = new Level();
    private final Strays strays;
    private Lattice lattice = Lattice.PLAIN;
    private long firstIndex;
    private long lastIndex;
    private long index;
    private boolean begun;

    ChannelModel(int bits, Neighbours neighbours, boolean alone, Step step) {
        this.bits = bits;
        this.neighbours = neighbours;
        this.alone = alone;
        this.step = step;
        strays = new Strays(bits);
        own = new Window(alone ? OWN_ALONE : OWN);
        rests = new Window(AFTER);
        inputs = alone ? own.values() : new int[OWN + Neighbours.SIZE];
        first = new Filter(inputs.length);
        second = new Filter(AFTER);
        third = new Filter(Neighbours.SIZE);
    }

    void reset() {
        begin(Lattice.PLAIN);
    }

    Lattice lattice() {
        return lattice;
    }

    /**
     * Forgets all and goes on with this lattice.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET} if fewer than two of its codes fit the channel
     */
    void begin(Lattice newLattice) {
        own.reset();
        rests.reset();
        first.reset();
        second.reset();
        third.reset();
        level.reset();
        lattice = newLattice;
        firstIndex = lattice.index(-1L << bits - 1);
        lastIndex = lattice.index(1L << bits - 1) - 1;
        if (lastIndex <= firstIndex) {
            throw Undecodable.because("a lattice of step " + lattice.width() + " for samples of " + bits + " bits");
        }
        strays.reset();
        begun = false;
    }

    /** Codes the next sample and returns it; a reading coder ignores the one given. */
    int code(ResidualCoder coder, int value) {
        if (lattice.plain()) {
            return (int) codeIndex(coder, value);
        }
        long coded = codeIndex(coder, clip(lattice.nearest(value)));
        return strays.code(coder, value, coded, (int) lattice.code(coded));
    }

    private long codeIndex(ResidualCoder coder, long wanted) {
        if (!begun) {
            begun = true;
            index = checked(coder.code(Level.FIRST_CONTEXT, (int) wanted));
            return index;
        }
        if (!alone) {
            System.arraycopy(own.values(), 0, inputs, 0, OWN);
            System.arraycopy(neighbours.changes().values(), 0, inputs, OWN, Neighbours.SIZE);
        }
        long byFirst = first.predict(inputs);
        long bySecond = second.predict(rests.values());
        long byThird = third.predict(neighbours.rests().values());
        long change = byFirst + bySecond + byThird + 8 >> Window.FRACTION_BITS;
        int predicted = (int) clip(index + change);
        int residual = coder.code(level.context(), (int) wanted - predicted);
        level.add(residual);
        long coded = checked(predicted + residual);
        learn(coded - index << Window.FRACTION_BITS, byFirst, bySecond, byThird);
        index = coded;
        return coded;
    }

    /** An index that a reading coder brought back. */
    private int checked(int coded) {
        if (coded < firstIndex || coded > lastIndex) {
            throw Undecodable.because("code " + coded + " is outside " + firstIndex + " to " + lastIndex);
        }
        return coded;
    }

    private long clip(long anyIndex) {
        return Math.max(firstIndex, Math.min(lastIndex, anyIndex));
    }

    private void learn(long change, long byFirst, long bySecond, long byThird) {
        long afterFirst = change - byFirst;
        long afterSecond = afterFirst - bySecond;
        long afterThird = afterSecond - byThird;
        long power = own.power() + (alone ? 0 : neighbours.changes().power());
        step.set(afterFirst, power, alone ? SPEED_ALONE : SPEED);
        first.learn(inputs, step);
        step.set(afterSecond, rests.power(), SPEED_AFTER);
        second.learn(rests.values(), step);
        step.set(afterThird, neighbours.rests().power(), alone ? SPEED_LAST_ALONE : SPEED_LAST);
        third.learn(neighbours.rests().values(), step);
        own.push(change);
        rests.push(afterFirst);
        neighbours.changes().push(change);
        neighbours.rests().push(afterThird);
    }
}
