package org.banip.transcoders.predict;

/** Predicts and codes one channel's samples, one after another. */
final class ChannelModel {
    private static final int S1=Integer.getInteger("s1",5),S1C=Integer.getInteger("s1c",3),S2=Integer.getInteger("s2",5),S3=Integer.getInteger("s3",5);
    private static final int OWN = Integer.getInteger("own",16);
    private static final int AFTER = 16;

    private final int bits;
    private final long least;
    private final long most;
    private final Step step;
    private final Window group;
    private final Window groupRest;
    private final Filter own;
    private final Filter others;
    private final Filter after;
    private final Filter last;
    private final boolean alone;
    private final Level level = new Level();
    private int sample;
    private boolean begun;

    ChannelModel(int bits, boolean alone, Window group, Window groupRest, Step step) {
        this.bits = bits;
        this.alone = alone;
        least = -1L << bits - 1;
        most = -least - 1;
        this.step = step;
        this.group = group;
        this.groupRest = groupRest;
        own = new Filter(new Window(OWN));
        others = new Filter(group);
        after = new Filter(new Window(AFTER));
        last = new Filter(groupRest);
    }

    void reset() {
        own.reset();
        own.window().reset();
        others.reset();
        after.reset();
        after.window().reset();
        last.reset();
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
        Window ownWindow = own.window();
        long first = Window.clip(own.sum() + others.sum() >> Filter.WEIGHT_BITS);
        long second = Window.clip(after.sum() >> Filter.WEIGHT_BITS);
        long third = Window.clip(last.sum() >> Filter.WEIGHT_BITS);
        long change = first + second + third + 8 >> Window.FRACTION_BITS;
        int predicted = (int) Math.max(least, Math.min(most, sample + change));
        int residual = coder.code(level.context(), value - predicted);
        level.add(residual);
        int coded = predicted + residual;

        long difference = (long) coded - sample << Window.FRACTION_BITS;
        long afterFirst = difference - first;
        long afterSecond = afterFirst - second;
        long afterThird = afterSecond - third;
        step.set(afterFirst, ownWindow.power() + group.power(), alone ? S1 : S1C);
        own.learn(step);
        others.learn(step);
        step.set(afterSecond, after.window().power(), S2);
        after.learn(step);
        step.set(afterThird, groupRest.power(), S3);
        last.learn(step);
        ownWindow.push(difference);
        group.push(difference);
        after.window().push(afterFirst);
        groupRest.push(afterThird);
        sample = coded;
        return coded;
    }
}
