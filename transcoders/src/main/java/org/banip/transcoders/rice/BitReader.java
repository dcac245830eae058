package org.banip.transcoders.rice;

import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.sample.Undecodable;

/** Reads bits, highest first. After the last byte it reads zeros, and counts them. */
final class BitReader {
    private byte[] bytes = new byte[0];
    private int length;
    private int at;
    private long window; // the next bits, highest first
    private int windowBits;

    void begin(Block block) {
        bytes = block.bytes();
        length = block.length();
        at = 0;
        window = 0;
        windowBits = 0;
    }

    /** The next {@code count} bits, at most 56. */
    long read(int count) {
        if (windowBits < count) {
            fill();
        }
        long bits = window >>> 1 >>> (63 - count);
        skip(count);
        return bits;
    }

    /** Reads the ones before the next zero, and that zero. Returns the number of ones. Stops after {@code most} ones, at most 56. */
    int readOnes(int most) {
        if (windowBits <= most) {
            fill();
        }
        int ones = Math.min(Long.numberOfLeadingZeros(~window), most);
        skip(ones < most ? ones + 1 : most);
        return ones;
    }

    private void skip(int count) {
        window <<= count;
        windowBits -= count;
    }

    private void fill() {
        while (windowBits <= 56) {
            int next = at < length ? bytes[at] & 0xff : 0;
            at++;
            window |= (long) next << (56 - windowBits);
            windowBits += 8;
        }
    }

    /** Checks that the bytes end with the bits: there is no further byte, and only zeros follow the last bit. */
    void checkEnd() {
        long usedBits = 8L * at - windowBits;
        if (usedBits + 7 >>> 3 != length || window != 0) {
            throw Undecodable.because(
                    "rice",
                    "codes end after " + usedBits + " bits, the packet has " + length
                            + " bytes, and bits behind the end must be zero");
        }
    }
}
