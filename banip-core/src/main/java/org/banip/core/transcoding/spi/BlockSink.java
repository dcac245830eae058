package org.banip.core.transcoding.spi;

/** Receives the output of an encoder. */
@FunctionalInterface
public interface BlockSink {
    /** Takes a block. The block belongs to the caller again when this method returns. */
    void accept(Block block);
}
