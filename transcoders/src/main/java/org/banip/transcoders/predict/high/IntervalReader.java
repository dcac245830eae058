package org.banip.transcoders.predict.high;

import org.banip.core.transcoding.spi.Block;

/** Reads the output of {@link IntervalWriter}. It returns decisions for any bytes, and checks at the end whether a writer would have made them. */
final class IntervalReader implements BitCoder {
    private byte[] bytes = new byte[0];
    private int length;
    private int at;
    private long code;
    private long range;

    void begin(Block block) {
        bytes = block.bytes();
        length = block.length();
        at = 0;
        range = IntervalWriter.TOP;
        code = 0;
        for (int i = 0; i < IntervalWriter.BITS / 8; i++) {
            code = code << 8 | next();
        }
    }

    private int next() {
        int place = at++;
        return place < length ? bytes[place] & 0xff : 0;
    }

    @Override
    public boolean code(boolean bit, int probability) {
        boolean likely = probability >= ONE / 2;
        long split = (range >>> IntervalWriter.PROBABILITY_BITS) * (likely ? probability : ONE - probability);
        boolean lower = code < split;
        if (lower) {
            range = split;
        } else {
            code -= split;
            range -= split;
        }
        while (range < IntervalWriter.LEAST) {
            range <<= 8;
            code = code << 8 | next();
        }
        return lower == likely;
    }

    /** Whether a writer would have ended differently: a byte is missing, or superfluous. */
    boolean surplus() {
        long number = 0;
        for (int i = at - IntervalWriter.BITS / 8; i < at; i++) {
            number = number << 8 | (i < length ? bytes[i] & 0xff : 0);
        }
        boolean shortest = IntervalWriter.shortest(number - code & IntervalWriter.TOP - 1, range) == number;
        return length > at || length > 0 && bytes[length - 1] == 0 || !shortest;
    }
}
