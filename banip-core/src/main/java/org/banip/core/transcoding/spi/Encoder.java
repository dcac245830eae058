package org.banip.core.transcoding.spi;

/**
 * The encoder half of a component for one group. One thread at a time. Allocates nothing in the steady state.
 *
 * <p>A component that keeps state forgets it when the block that comes in is a {@linkplain Block#key() key block}; the
 * block that goes out is described as the one that came in ({@link Block#describeAs}).
 */
public interface Encoder {
    /** No flush is due. */
    long NO_FLUSH = Long.MAX_VALUE;

    /** Takes a block and hands on none, one or several. Never keeps the block. */
    void encode(Block block, BlockSink next);

    /** Hands on what is held back, if anything. */
    default void flush(BlockSink next) {}

    /** The sampling-clock instant (nanoseconds since the epoch) at which {@link #flush} is due; {@link #NO_FLUSH} if nothing waits. */
    default long flushDueNanos() {
        return NO_FLUSH;
    }

    /** What passed through so far. */
    TranscoderStatistics statistics();
}
