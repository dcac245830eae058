package org.banip.transcoders.rice;

import org.banip.core.transcoding.spi.Block;

/** Appends bits to a block, highest bit first. The caller makes room before. */
final class BitWriter {
    private byte[] bytes = new byte[0];
    private int length;
    private long pending;
    private int pendingBits;

    /** Starts at the beginning of a block's bytes. */
    void begin(Block out) {
        bytes = out.bytes();
        length = 0;
        pending = 0;
        pendingBits = 0;
    }

    /** Continues in a larger array that begins with the written bytes. */
    void moved(Block out) {
        bytes = out.bytes();
    }

    /** Number of whole bytes so far. */
    int length() {
        return length;
    }

    /** Appends the lowest {@code count} bits, at most 56. */
    void write(long bits, int count) {
        pending = pending << count | bits & (1L << count) - 1;
        pendingBits += count;
        while (pendingBits >= 8) {
            pendingBits -= 8;
            bytes[length++] = (byte) (pending >> pendingBits);
        }
    }

    /** Fills the last byte with zeros and returns the number of bytes. */
    int end() {
        if (pendingBits > 0) {
            write(0, 8 - pendingBits);
        }
        return length;
    }
}
