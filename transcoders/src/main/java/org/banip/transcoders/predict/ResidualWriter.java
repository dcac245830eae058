package org.banip.transcoders.predict;

import org.banip.core.transcoding.spi.Block;

/** Writes residuals as one number in an interval that becomes ever narrower. The packet has the fewest bytes of such a number. */
final class ResidualWriter implements ResidualCoder {
    static final long WINDOW = (1L << 48) - 1;
    private static final long RANGE_LEAST = 1L << 32;
    private static final int MOST_BYTES = 24; // for one residual and the end

    private final Frequencies frequencies;
    private Block out = new Block(0);
    private byte[] bytes = new byte[0];
    private int length;
    private long low;
    private long range;

    ResidualWriter(Frequencies frequencies) {
        this.frequencies = frequencies;
    }

    void begin(Block newOut) {
        out = newOut;
        bytes = newOut.bytes();
        length = 0;
        low = 0;
        range = WINDOW;
    }

    @Override
    public int code(int context, int residual) {
        if (length + MOST_BYTES > bytes.length) {
            grow();
        }
        int dropped = Frequencies.droppedBits(context);
        int unsigned = residual << 1 ^ residual >> 31;
        int rest = unsigned >>> dropped;
        int bucket = Buckets.of(rest);
        int[] row = frequencies.row(context);
        long below = Frequencies.below(row, bucket);
        long each = range >>> Frequencies.CODED_BITS;
        low += each * below;
        range = each * (Frequencies.below(row, bucket + 1) - below);
        Frequencies.learn(row, bucket);
        if (bucket == Buckets.LAST) {
            writeFar(rest - Buckets.LAST_FROM + 1);
            write(unsigned, dropped);
        } else {
            write(unsigned - (Buckets.from(bucket) << dropped), Buckets.placeBits(bucket) + dropped);
        }
        return residual;
    }

    /** Elias gamma: as many zeros as there are bits after the highest one, a one, and these bits. */
    private void writeFar(int number) {
        int bits = 31 - Integer.numberOfLeadingZeros(number);
        write(bits, 5);
        write(number, bits);
    }

    @Override
    public boolean whether(boolean so, int probability) {
        if (length + MOST_BYTES > bytes.length) {
            grow();
        }
        long part = (range >>> Frequencies.CODED_BITS) * probability;
        if (so) {
            low += range - part;
            range = part;
        } else {
            range -= part;
        }
        settle();
        return so;
    }

    @Override
    public int plain(int number, int bits) {
        if (length + MOST_BYTES > bytes.length) {
            grow();
        }
        write(number, bits);
        return number;
    }

    private void write(int number, int bits) {
        if (bits > 16) {
            writePart(number >>> 16, bits - 16);
            writePart(number, 16);
        } else {
            writePart(number, bits);
        }
    }

    private void writePart(int number, int bits) {
        range >>>= bits;
        low += range * (number & (1 << bits) - 1);
        settle();
    }

    /** Writes the digits that only a carry can still change, and adds a carry to those before. */
    private void settle() {
        if (low > WINDOW) {
            low &= WINDOW;
            carry();
        }
        while (range < RANGE_LEAST) {
            bytes[length] = (byte) (low >>> 40);
            bytes[length + 1] = (byte) (low >>> 32);
            length += 2;
            low = low << 16 & WINDOW;
            range <<= 16;
        }
    }

    private void carry() {
        int at = length - 1;
        while (++bytes[at] == 0) {
            at--;
        }
    }

    private void grow() {
        out.length(length);
        out.ensureCapacity(2 * length + MOST_BYTES);
        bytes = out.bytes();
    }

    /** Ends with the shortest number, without zeros at the end, and returns the number of bytes. */
    int end() {
        long number = shortest(low, range);
        if (number < low) {
            carry();
        }
        for (int shift = 40; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (number >>> shift);
        }
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length;
    }

    /** The number with the fewest digits to the base 256 in an interval. If there are several, the lowest one. The carry digit is left out. */
    static long shortest(long low, long range) {
        long mask = WINDOW;
        long number = low + mask & ~mask;
        while (number - low >= range) {
            mask >>>= 8;
            number = low + mask & ~mask;
        }
        return number & WINDOW;
    }
}
