package org.banip.transcoders.sample;

import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.spi.Block;

/**
 * The forms of a packet, which differ in length. A packet that is shorter than its sensor sets is coded. A packet of the same length has the
 * sensor sets themselves, and both sides learn from them. A packet that is one byte longer has the sensor sets and a zero, after which both sides
 * start again.
 */
public final class Forms {
    private Forms() {}

    /**
     * The bytes of a packet's sensor sets. No form is longer than one byte more.
     *
     * @throws BanipException {@code UNDECODABLE_PACKET} if the packet is longer, or has no sensor sets or too many
     */
    public static int plainBytes(Block block, int setBytes) {
        long plain = (long) block.unitCount() * setBytes;
        if (plain < 1 || plain > Packet.MAX_DECODED || block.length() > plain + 1) {
            throw Undecodable.because(
                    "predict",
                    block.length() + " bytes for " + block.unitCount() + " sensor sets of " + setBytes
                            + " bytes, at least 1, at most " + Packet.MAX_DECODED + " bytes");
        }
        return (int) plain;
    }

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
