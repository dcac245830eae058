package org.banip.transcoders.predict;

/** Predicts and codes one channel's samples, one after another. */
final class ChannelModel {
    private static final int OWN_ALONE = Integer.getInteger("owna",32);
    private static final int OWN = Integer.getInteger("own",8);
    private static final int AFTER = Integer.getInteger("af",8);
    private static final int SPEED_ALONE = Integer.getInteger("s1",5);
    private static final int SPEED = Integer.getInteger("s1c",3);
    private static final int SPEED_AFTER = Integer.getInteger("s2",5);
    private static final int SPEED_LAST = Integer.getInteger("s3c",4);
    private static final int SPEED_LAST_ALONE = Integer.getInteger("s3",5);

    private final int bits;
    private final long least;
    private final long most;
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
    private int sample;
    private boolean begun;

    ChannelModel(int bits, Neighbours neighbours, boolean alone, Step step) {
        this.bits = bits;
        least = -1L << bits - 1;
        most = -least - 1;
        this.neighbours = neighbours;
        this.alone = alone;
        this.step = step;
        own = new Window(alone ? OWN_ALONE : OWN);
        rests = new Window(AFTER);
        inputs = alone ? own.values() : new int[OWN + Neighbours.SIZE];
        first = new Filter(inputs.length);
        second = new Filter(AFTER);
        third = new Filter(Neighbours.SIZE);
    }

    void reset() {
        own.reset();
        rests.reset();
        first.reset();
        second.reset();
        third.reset();
        level.reset();
        begun = false;
    }

    /** Codes the next sample and returns it; a reading coder ignores the one given. */
    int code(ResidualCoder coder, int value) {
        if (!begun) {
            begun = true;
            int spare = 32 - bits;
            sample = coder.plain(value, bits) << spare >> spare;
            return sample;
        }
        if (!alone) {
            System.arraycopy(own.values(), 0, inputs, 0, OWN);
            System.arraycopy(neighbours.changes().values(), 0, inputs, OWN, Neighbours.SIZE);
        }
        long byFirst = first.predict(inputs);
        long bySecond = second.predict(rests.values());
        long byThird = third.predict(neighbours.rests().values());
        long change = byFirst + bySecond + byThird + 8 >> Window.FRACTION_BITS;
        int predicted = (int) Math.max(least, Math.min(most, sample + change));
        int residual = coder.code(level.context(), value - predicted);
        level.add(residual);
        int coded = predicted + residual;
        learn((long) coded - sample << Window.FRACTION_BITS, byFirst, bySecond, byThird);
        sample = coded;
        return coded;
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
