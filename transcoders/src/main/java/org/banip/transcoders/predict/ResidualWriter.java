package org.banip.transcoders.predict;

import org.banip.core.transcoding.spi.Block;

/** Writes residuals as one number in an ever narrower interval, whose fewest bytes are the packet. */
final class ResidualWriter implements ResidualCoder {
    private static final long WORD = 0xffff_ffffL;
    private static final long RANGE_LEAST = 1L << 24;
    private static final int MOST_BYTES = 16; // of one residual

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
        range = WORD;
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
        long below = frequencies.below(context, bucket);
        long each = range >>> Frequencies.CODED_BITS;
        low += each * below;
        range = each * (frequencies.below(context, bucket + 1) - below);
        settle();
        frequencies.learn(context, bucket);
        if (bucket == Buckets.LAST) {
            writeFar(rest - Buckets.LAST_FROM + 1);
            write(unsigned, dropped);
        } else {
            int placeBits = Buckets.placeBits(bucket) + dropped;
            write(unsigned - (Buckets.from(bucket) << dropped), placeBits);
        }
        return residual;
    }

    /** Elias gamma: as many zeros as there are bits behind the highest, a one, these bits. */
    private void writeFar(int number) {
        int bits = 31 - Integer.numberOfLeadingZeros(number);
        write(bits, 5);
        write(number, bits);
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
        } else if (bits > 0) {
            writePart(number, bits);
        }
    }

    private void writePart(int number, int bits) {
        range >>>= bits;
        low += range * (number & (1 << bits) - 1);
        settle();
    }

    /** Hands on what cannot change but by a carry, and lets a carry through. */
    private void settle() {
        if (low > WORD) {
            low &= WORD;
            carry();
        }
        while (range < RANGE_LEAST) {
            bytes[length++] = (byte) (low >>> 24);
            low = low << 8 & WORD;
            range <<= 8;
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

    /** Chooses the number in the interval with the fewest bytes, zeros at the end left out, and returns how many there are. */
    int end() {
        int kept = 0;
        long number = low;
        long mask = WORD;
        while (true) {
            number = low + mask & ~mask;
            if (number - low < range) {
                break;
            }
            kept++;
            mask >>>= 8;
        }
        if (number > WORD) {
            carry();
        }
        for (int i = 0; i < kept; i++) {
            bytes[length++] = (byte) (number >>> 24 - 8 * i);
        }
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length;
    }
}
