package org.banip.core.transcoding.spi;

/**
 * The decoder half of a component for one group. One thread at a time. Allocates nothing in the steady state.
 *
 * <p>It gets the group's packets in sequence order, each once, and never guesses: bytes that cannot be decoded are an error. A component with
 * state forgets it at a {@linkplain Block#key() key block}. For any input, its time is bounded and its output is not longer than {@link
 * Block#limit}.
 */
public interface Decoder extends AutoCloseable {
    /**
     * Decodes one block. The result is {@linkplain Block#describeAs described} like the input, belongs to the decoder, and is valid until the
     * next call.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET}; after that a component with state decodes only a key block
     */
    Block decode(Block block);

    /** The statistics so far. */
    TranscoderStatistics statistics();

    /** Releases memory and other resources outside the heap. After it only this method may be called. */
    @Override
    default void close() {}
}
