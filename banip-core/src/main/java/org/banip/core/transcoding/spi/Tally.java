package org.banip.core.transcoding.spi;

/** Counts the input and output of one encoder or decoder. Mutable; belongs to the thread of that encoder or decoder. */
public final class Tally {
    private long units;
    private long blocks;
    private long bytesIn;
    private long bytesOut;

    /** Counters that are zero. */
    public Tally() {}

    /** Counts an input block. */
    public void in(Block block) {
        units += block.unitCount();
        bytesIn += block.length();
    }

    /** Counts an output block. */
    public void out(Block block) {
        blocks++;
        bytesOut += block.length();
    }

    /** The statistics so far. */
    public TranscoderStatistics statistics() {
        return new TranscoderStatistics(units, blocks, bytesIn, bytesOut);
    }
}
