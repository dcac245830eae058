package org.banip.transcoders.sample;

import org.banip.core.error.BanipException;
import org.banip.core.transcoding.spi.Block;

/**
 * The forms of a packet, which differ in length. A packet that is shorter than its sensor sets is coded. A packet of the same length has the
 * sensor sets themselves, and both sides learn from them. A packet that is one byte longer has the sensor sets and a zero, after which both sides
 * start again.
 */
public final class Forms {
    private Forms() {}

    /**
     * Checks the last byte of a block that is a byte longer than its sensor sets.
     *
     * @throws BanipException {@code UNDECODABLE_PACKET} if it is not 0
     */
    public static void checkForget(Block block) {
        byte last = block.bytes()[block.length() - 1];
        if (last != 0) {
            throw Undecodable.because("predict", "last byte " + last + " must be 0");
        }
    }

    /** Copies a block to the output unchanged. */
    public static void store(Block block, boolean forget, Block out) {
        out.length(0);
        out.ensureCapacity(block.length() + 1);
        out.append(block.bytes(), 0, block.length());
        if (forget) {
            out.bytes()[block.length()] = 0;
            out.length(block.length() + 1);
        }
    }
}
