package org.banip.transcoders.deflate;

import org.banip.core.transcoding.spi.Block;

/**
 * The form of a block that deflate would not make shorter: one byte, then the unchanged block.
 *
 * <p>The byte looks like the header of a deflate block of type 11, which is reserved (RFC 1951, section 3.2.3). No deflated block begins like
 * this, so deflated blocks need no flag.
 */
final class Stored {
    /** BFINAL 0, BTYPE 11, the other bits 0. */
    static final byte MARK = 0b110;

    private static final int TYPE_BITS = 0b110;

    private Stored() {}

    /** Writes a block in this form. */
    static void write(Block block, Block out) {
        out.length(0);
        out.ensureCapacity(block.length() + 1);
        out.bytes()[0] = MARK;
        out.length(1);
        out.append(block.bytes(), 0, block.length());
    }

    /** Whether a block has this form. */
    static boolean is(Block block, int limit) {
        if (block.length() == 0) {
            throw DeflateErrors.because("no bytes");
        }
        int first = block.bytes()[0] & 0xff;
        if ((first & TYPE_BITS) != TYPE_BITS) {
            return false;
        }
        if (first != MARK) {
            throw DeflateErrors.because(
                    "first byte " + first + " is neither a deflate block's nor " + MARK + " (stored)");
        }
        if (block.length() - 1 > limit) {
            throw DeflateErrors.tooLong(limit);
        }
        return true;
    }
}
