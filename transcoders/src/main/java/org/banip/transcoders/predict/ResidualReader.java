package org.banip.transcoders.predict;

import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.sample.Undecodable;

/** Reads the output of {@link ResidualWriter}. After the last byte it reads zeros. */
final class ResidualReader implements ResidualCoder {
    private static final long WINDOW = (1L << 48) - 1;
    private static final int WINDOW_BYTES = 6;
    private static final long RANGE_LEAST = 1L << 32;

    private final Frequencies frequencies;
    private byte[] bytes = new byte[0];
    private int length;
    private int at;
    private long code; // the number, minus the low end of the interval
    private long range;

    ResidualReader(Frequencies frequencies) {
        this.frequencies = frequencies;
    }

    void begin(Block block) {
        bytes = block.bytes();
        length = block.length();
        at = 0;
        code = 0;
        range = WINDOW;
        for (int i = 0; i < WINDOW_BYTES; i++) {
            code = code << 8 | next();
        }
    }

    private int next() {
        int next = at < length ? bytes[at] & 0xff : 0;
        at++;
        return next;
    }

    @Override
    public int code(int context, int ignored) {
        int dropped = Frequencies.droppedBits(context);
        int[] row = frequencies.row(context);
        long each = range >>> Frequencies.CODED_BITS;
        int bucket = Frequencies.find(row, each, code);
        long below = Frequencies.below(row, bucket);
        code -= each * below;
        range = each * (Frequencies.below(row, bucket + 1) - below);
        Frequencies.learn(row, bucket);
        long unsigned;
        if (bucket == Buckets.LAST) {
            unsigned = (readFar() << dropped) + read(dropped);
        } else {
            unsigned = ((long) Buckets.from(bucket) << dropped) + read(Buckets.placeBits(bucket) + dropped);
        }
        if (unsigned >>> 32 != 0) {
            throw Undecodable.because("predict", "a residual of more than 32 bits");
        }
        return (int) (unsigned >>> 1) ^ -((int) unsigned & 1);
    }

    private long readFar() {
        int bits = read(5);
        return (1L << bits | read(bits)) - 1 + Buckets.LAST_FROM;
    }

    @Override
    public boolean whether(boolean ignored, int probability) {
        long part = (range >>> Frequencies.CODED_BITS) * probability;
        boolean so = code >= range - part;
        if (so) {
            code -= range - part;
            range = part;
        } else {
            range -= part;
        }
        settle();
        return so;
    }

    @Override
    public int plain(int ignored, int bits) {
        return read(bits);
    }

    private int read(int bits) {
        if (bits > 16) {
            int high = readPart(bits - 16);
            return high << 16 | readPart(16);
        }
        return readPart(bits);
    }

    private int readPart(int bits) {
        long part = 0;
        if (bits > 0) {
            range >>>= bits;
            part = Math.min(code / range, (1L << bits) - 1);
            code -= part * range;
        }
        settle();
        return (int) part;
    }

    private void settle() {
        while (range < RANGE_LEAST) {
            checkWithin();
            code = code << 16 | next() << 8 | next();
            range <<= 16;
        }
    }

    /** Refuses a number that no writer makes, because it is above the interval. */
    private void checkWithin() {
        if (code >= range) {
            throw Undecodable.because("predict", "no codes for the bytes up to " + at);
        }
    }

    /** Checks that a writer would have ended with these bytes: no byte is missing, and none is superfluous. */
    void checkEnd() {
        checkWithin();
        long number = 0;
        for (int i = at - WINDOW_BYTES; i < at; i++) {
            number = number << 8 | (i < length ? bytes[i] & 0xff : 0);
        }
        boolean shortest = ResidualWriter.shortest(number - code & WINDOW, range) == number;
        if (length > at || length > 0 && bytes[length - 1] == 0 || !shortest) {
            throw Undecodable.because(
                    "predict", "a byte is missing, or there are bytes behind the last sample, of " + length);
        }
    }
}
