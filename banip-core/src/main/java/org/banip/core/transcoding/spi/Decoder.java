package org.banip.core.transcoding.spi;

/**
 * The decoder half of a component for one group. One thread at a time. Allocates nothing in the steady state.
 *
 * <p>Gets the group's packets in sequence order, each once, and never guesses: what does not decode is an error. A component
 * that keeps state forgets it at a {@linkplain Block#key() key block}. Whatever bytes come in, it works for a bounded time and
 * puts out no more than {@link Block#limit} allows.
 */
public interface Decoder extends AutoCloseable {
    /**
     * Decodes one block; the result is {@linkplain Block#describeAs described} as what came in, belongs to the decoder and is
     * valid until the next call.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET}; after that a component that keeps state decodes
     *     only a key block
     */
    Block decode(Block block);

    /** What passed through so far. */
    TranscoderStatistics statistics();

    /** Gives back what the garbage collector does not see; nothing may be called after it but this. */
    @Override
    default void close() {}
}
