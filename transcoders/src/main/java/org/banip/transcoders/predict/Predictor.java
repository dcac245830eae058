package org.banip.transcoders.predict;

/**
 * Predicts a channel's changes with three filters. The first sees the changes, the others see the remainders. A channel on a lattice that holds
 * only at every second or fourth instant has as many sets of these filters, which take turns. They share the same windows.
 */
final class Predictor {
    private static final int SPEED_ALONE = 5;
    private static final int SPEED = 3;
    private static final int SPEED_AFTER = 5;
    private static final int SPEED_LAST = 4;
    private static final int SPEED_LAST_ALONE = 5;

    private final boolean alone;
    private final Step step;
    private final Window own;
    private final Window rests;
    private final Window groupChanges;
    private final Window groupRests;
    private final int[] inputs;
    private final Filter first;
    private final Filter second;
    private final Filter third;
    private final ResidualContext level = new ResidualContext();
    private long byFirst;
    private long bySecond;
    private long byThird;

    /** A predictor of a channel with these windows of changes and remainders. If it is the only channel, there are no changes of neighbours. */
    Predictor(Window own, Window rests, Neighbours neighbours, boolean alone, Step step) {
        this.alone = alone;
        this.step = step;
        this.own = own;
        this.rests = rests;
        groupChanges = neighbours.changes();
        groupRests = neighbours.rests();
        inputs = alone ? own.values() : new int[own.size() + groupChanges.size()];
        first = new Filter(inputs.length);
        second = new Filter(rests.size());
        third = new Filter(groupRests.size());
    }

    void reset() {
        first.reset();
        second.reset();
        third.reset();
        level.reset();
    }

    /** The recent size of the residuals. */
    ResidualContext level() {
        return level;
    }

    /** The next change, in sixteenths. */
    long predict() {
        if (!alone) {
            System.arraycopy(own.values(), 0, inputs, 0, own.size());
            System.arraycopy(groupChanges.values(), 0, inputs, own.size(), groupChanges.size());
        }
        byFirst = first.predict(inputs);
        bySecond = second.predict(rests.values());
        byThird = third.predict(groupRests.values());
        return byFirst + bySecond + byThird;
    }

    /** Learns the change that {@link #predict} should have returned. */
    void learn(long change) {
        long afterFirst = change - byFirst;
        long afterSecond = afterFirst - bySecond;
        long afterThird = afterSecond - byThird;
        step.set(afterFirst, own.power() + (alone ? 0 : groupChanges.power()), alone ? SPEED_ALONE : SPEED);
        first.learn(inputs, step);
        step.set(afterSecond, rests.power(), SPEED_AFTER);
        second.learn(rests.values(), step);
        step.set(afterThird, groupRests.power(), alone ? SPEED_LAST_ALONE : SPEED_LAST);
        third.learn(groupRests.values(), step);
        own.push(change);
        rests.push(afterFirst);
        groupChanges.push(change);
        groupRests.push(afterThird);
    }
}
