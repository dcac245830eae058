package org.banip.core.transcoding.spi;

/**
 * The decoder half of a component for one group. One thread at a time. Allocates nothing in the steady state.
 *
 * <p>Gets the group's packets in sequence order, each once, and never guesses: what does not decode is an error. A component
 * that keeps state forgets it at a {@linkplain Block#key() key block}.
 */
public interface Decoder {
    /**
     * Decodes one block; the result belongs to the decoder and is valid until the next call.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET}; after that only a key block decodes again
     */
    Block decode(Block block);

    /** What passed through so far. */
    TranscoderStatistics statistics();
}
