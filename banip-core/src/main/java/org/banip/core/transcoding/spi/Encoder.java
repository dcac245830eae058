package org.banip.core.transcoding.spi;

/**
 * The encoder half of a component for one group. One thread at a time. Allocates nothing in the steady state.
 *
 * <p>Output blocks are {@linkplain Block#describeAs described} like input blocks, and are at most {@link Transcoder#MAX_GROWTH} bytes longer,
 * those of the {@linkplain Transcoder#last last} component as much longer as it documents. A component with state forgets it when the input is a {@linkplain Block#key() key block}, and passes on exactly one block for each input block. A
 * component that regroups units begins a new block at a key block, and wherever the origin changes or units are missing.
 *
 * <p>When {@code next} throws, that block is lost. The chain then makes the next block a key block.
 */
public interface Encoder extends AutoCloseable {
    /** No flush is due. */
    long NO_FLUSH = Long.MAX_VALUE;

    /** Takes a block and passes on none, one or several. Never keeps the block. */
    void encode(Block block, BlockSink next);

    /** Passes on the units that are held back, if there are any. */
    default void flush(BlockSink next) {}

    /**
     * The number after the last unit of the packet that {@code unit} belongs to. {@code unit} is the next unit to be encoded, and the units are
     * consecutive on one sampling grid. {@link #encode} passes nothing on before the packet's last unit, so the caller may collect the units and
     * encode them at once. {@code unit + 1} if each unit may make a packet.
     */
    default long packetEnd(long unit) {
        return unit + 1;
    }

    /**
     * The least that {@link #packetEnd} may be: from here on the caller may end the packet by a {@link #flush}, and so adapt its length to the link.
     * The same number if the encoder alone decides.
     */
    default long earliestPacketEnd(long unit) {
        return packetEnd(unit);
    }

    /**
     * The instant of the sampling clock (nanoseconds since the epoch) at which {@link #flush} is due. {@link #NO_FLUSH} if nothing is held back.
     */
    default long flushDueNanos() {
        return NO_FLUSH;
    }

    /** The statistics so far. */
    TranscoderStatistics statistics();

    /** Releases memory and other resources outside the heap. After it only this method may be called. */
    @Override
    default void close() {}
}
