package org.banip.core.transcoding.spi;

/**
 * The input and output of one encoder or decoder since it was made.
 *
 * @param units sensor sets in the input
 * @param blocks blocks in the output
 * @param bytesIn bytes of the input
 * @param bytesOut bytes of the output
 */
public record TranscoderStatistics(long units, long blocks, long bytesIn, long bytesOut) {
    /** No input and no output. */
    public static final TranscoderStatistics NONE = new TranscoderStatistics(0, 0, 0, 0);

    /** The sum of this and another one. */
    public TranscoderStatistics plus(TranscoderStatistics other) {
        return new TranscoderStatistics(
                units + other.units, blocks + other.blocks, bytesIn + other.bytesIn, bytesOut + other.bytesOut);
    }

    /** The share of saved bytes, {@code 1 − out/in}; 0 without input. */
    public double reduction() {
        return bytesIn == 0 ? 0 : 1 - (double) bytesOut / bytesIn;
    }
}
