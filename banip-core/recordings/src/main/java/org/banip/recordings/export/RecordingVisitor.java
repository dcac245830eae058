package org.banip.recordings.export;

import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;

/** Takes one group's record in the order of its sequence. Called on the reader's thread. */
public interface RecordingVisitor {
    /** Takes consecutive sensor sets of one sampling grid; the block is valid until this returns. */
    void sets(Block block);

    /** Takes the declaration that sensor sets were given up, or that the group is retired from the instant of the gap's unit on. */
    default void gap(Gap gap) {}

    /** Hears of an item that cannot be read or decoded; its sensor sets are missing. */
    default void damaged(BanipException cause) {}
}
