package org.banip.core.transcoding.spi;

/** Counts what passes through one encoder or decoder. Mutable; belongs to its encoder's or decoder's thread. */
public final class Tally {
    private long units;
    private long blocks;
    private long bytesIn;
    private long bytesOut;

    /** Nothing counted yet. */
    public Tally() {}

    /** Counts a block taken in. */
    public void in(Block block) {
        units += block.unitCount();
        bytesIn += block.length();
    }

    /** Counts a block put out. */
    public void out(Block block) {
        blocks++;
        bytesOut += block.length();
    }

    /** All so far. */
    public TranscoderStatistics statistics() {
        return new TranscoderStatistics(units, blocks, bytesIn, bytesOut);
    }
}
