package org.banip.transcoders.sample;

import org.banip.core.error.BanipException;
import org.banip.core.transcoding.spi.Block;

/**
 * The forms of a packet, told apart by their length: coded if shorter than its sensor sets; as long as they are, the sensor sets
 * themselves, of which both sides learn; a byte longer, the sensor sets and a zero, after which both sides begin anew.
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

    /** Puts out a block as it came in. */
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
