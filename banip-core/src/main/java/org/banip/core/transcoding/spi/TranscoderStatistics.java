package org.banip.core.transcoding.spi;

/**
 * What passed through one encoder or decoder since it was made.
 *
 * @param units sensor sets taken in
 * @param blocks blocks put out
 * @param bytesIn bytes taken in
 * @param bytesOut bytes put out
 */
public record TranscoderStatistics(long units, long blocks, long bytesIn, long bytesOut) {
    /** Nothing yet. */
    public static final TranscoderStatistics NONE = new TranscoderStatistics(0, 0, 0, 0);

    /** The sum of two. */
    public TranscoderStatistics plus(TranscoderStatistics other) {
        return new TranscoderStatistics(
                units + other.units, blocks + other.blocks, bytesIn + other.bytesIn, bytesOut + other.bytesOut);
    }

    /** Share of the bytes saved, {@code 1 − out/in}; 0 if nothing came in. */
    public double reduction() {
        return bytesIn == 0 ? 0 : 1 - (double) bytesOut / bytesIn;
    }
}
