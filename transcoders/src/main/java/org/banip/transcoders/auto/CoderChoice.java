package org.banip.transcoders.auto;

import org.banip.core.transcoding.spi.Block;

/** Chooses the coder of each block from the lengths of the packets that the coders made from earlier blocks. */
interface CoderChoice {
    /** The coder of the first block. All coders have made packets from it. */
    void begin(int coder);

    /** The coder for the next block. A change at a key block costs nothing. Any other change costs a stored packet. */
    int next(boolean key);

    /** Whether the other coders must also code the block. */
    boolean trying();

    /** Whether the other coders begin with this block. */
    boolean othersBegin();

    /**
     * Counts a block.
     *
     * @param lengths bytes that each coder made from it; outside a trial only the active coder's length is new
     * @param sent bytes of the packet; more than the active coder's length if the packet announces a change
     */
    void watch(Block block, int[] lengths, int sent);
}
