package org.banip.transcoders.auto;

import org.banip.core.transcoding.spi.Block;

/** Chooses the coder of each block from the lengths of the packets that the coders made of the blocks before. */
interface CoderChoice {
    /** The coder of the first block, of which all coders have made packets. */
    void begin(int coder);

    /** The coder for the next block. A change at a key block costs nothing, elsewhere a stored packet. */
    int next(boolean key);

    /** Whether the other coders are to code the block too. */
    boolean trying();

    /** Whether the other coders begin with this block. */
    boolean othersBegin();

    /**
     * Takes a block into account.
     *
     * @param lengths bytes that each coder has made of it; outside a trial only that of the coder at work is new
     * @param sent bytes of the packet, more than the length of the coder at work if the packet tells of a change
     */
    void watch(Block block, int[] lengths, int sent);
}
