package org.banip.core.transcoding.spi;

/**
 * The encoder half of a component for one group. One thread at a time. Allocates nothing in the steady state.
 *
 * <p>Blocks go out {@linkplain Block#describeAs described} as they came in, and at most {@link Transcoder#MAX_GROWTH} bytes
 * longer. A component that keeps state forgets it when the block that comes in is a {@linkplain Block#key() key block}, and
 * hands on exactly one block for each that it takes. One that regroups units begins a new block at a key block and wherever the
 * origin changes or units are missing.
 *
 * <p>When {@code next} throws, that block is lost; the chain makes the next one a key block.
 */
public interface Encoder extends AutoCloseable {
    /** No flush is due. */
    long NO_FLUSH = Long.MAX_VALUE;

    /** Takes a block and hands on none, one or several. Never keeps the block. */
    void encode(Block block, BlockSink next);

    /** Hands on what is held back, if anything. */
    default void flush(BlockSink next) {}

    /**
     * The unit that comes after the last one of the packet that {@code unit}, the next one to be encoded, belongs to, if the units follow each
     * other on one sampling grid: until the unit before it comes, {@link #encode} hands nothing on, so the caller of the encoder may collect the
     * units and bring them at once. {@code unit + 1} if each unit may make a packet.
     */
    default long packetEnd(long unit) {
        return unit + 1;
    }

    /** The sampling-clock instant (nanoseconds since the epoch) at which {@link #flush} is due; {@link #NO_FLUSH} if nothing waits. */
    default long flushDueNanos() {
        return NO_FLUSH;
    }

    /** What passed through so far. */
    TranscoderStatistics statistics();

    /** Gives back what the garbage collector does not see; nothing may be called after it but this. */
    @Override
    default void close() {}
}
