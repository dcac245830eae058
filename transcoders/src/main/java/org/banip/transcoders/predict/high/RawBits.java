package org.banip.transcoders.predict.high;

/** Codes whole numbers of a given number of bits, highest bit first. 0 and 1 are equally likely. */
final class RawBits {
    private RawBits() {}

    static long code(BitCoder coder, long value, int bits) {
        long coded = 0;
        for (int i = bits - 1; i >= 0; i--) {
            coded = coded << 1 | (coder.code((value >> i & 1) != 0, BitCoder.ONE / 2) ? 1 : 0);
        }
        return coded;
    }

    /** The same for a signed number. */
    static int codeSigned(BitCoder coder, int value, int bits) {
        int spare = 64 - bits;
        return (int) (code(coder, value, bits) << spare >> spare);
    }
}
