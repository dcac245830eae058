package org.banip.core.transcoding.spi;

/** Takes what an encoder puts out. */
@FunctionalInterface
public interface BlockSink {
    /** Takes a block; it is the caller's again when this returns. */
    void accept(Block block);
}
