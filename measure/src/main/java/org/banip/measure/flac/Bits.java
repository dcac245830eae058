package org.banip.measure.flac;

import java.util.Arrays;

/** A list of bits, highest first, which is written and then read from the start. One thread. */
public final class Bits {
    private byte[] bytes = new byte[1024];
    private long written;
    private long read;

    /** Creates an empty list. */
    public Bits() {}

    /** Appends the lowest {@code count} bits, at most 64. */
    void write(long value, int count) {
        if (written + count + 8 > 8L * bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        for (int i = count - 1; i >= 0; i--) {
            if ((value >>> i & 1) != 0) {
                bytes[(int) (written >>> 3)] |= (byte) (0x80 >>> (int) (written & 7));
            }
            written++;
        }
    }

    /** Appends this number of zeros and a one. */
    void writeUnary(long zeros) {
        for (long left = zeros; left > 0; left -= Math.min(left, 32)) {
            write(0, (int) Math.min(left, 32));
        }
        write(1, 1);
    }

    long read(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 1 | bytes[(int) (read >>> 3)] >>> (7 - (int) (read & 7)) & 1;
            read++;
        }
        return value;
    }

    /** Reads a number in two's complement. */
    long readSigned(int count) {
        return read(count) << 64 - count >> 64 - count;
    }

    long readUnary() {
        long zeros = 0;
        while (read(1) == 0) {
            zeros++;
        }
        return zeros;
    }

    /** Number of bytes for the written bits. */
    public long length() {
        return written + 7 >>> 3;
    }
}
