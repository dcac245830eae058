package org.banip.measure.compression;

import org.banip.measure.results.ResultRow;

/**
 * What one method made of one recording in packets of one length.
 *
 * @param recording its name, and the group's where it has several
 * @param channels how many
 * @param hz sampling frequency
 * @param method its name
 * @param packet its length
 * @param samples of all channels
 * @param bytesIn sensor sets
 * @param bytesOut payloads
 */
public record CompressionRow(
        String recording,
        int channels,
        double hz,
        String method,
        String packet,
        long samples,
        long bytesIn,
        long bytesOut) {
    private static final double NUMERICS_HZ = 1;
    private static final double DIGITS = 1e6;

    /** Share of the bytes that is saved. */
    public double reduction() {
        return 1 - (double) bytesOut / bytesIn;
    }

    /** Bits that a sample takes. */
    public double bitsPerSample() {
        return 8.0 * Math.max(1, bytesOut) / samples; // a constant may take no byte at all
    }

    /** The size of the samples at this number of bits, divided by the coded size. */
    public double ratio(int bits) {
        return bits / bitsPerSample();
    }

    /** Whether it is a signal; numerics come once a second or more seldom. */
    public boolean waveform() {
        return hz > NUMERICS_HZ;
    }

    /** This row with all its figures. */
    public ResultRow toResult() {
        return new ResultRow()
                .text("recording", recording)
                .count("channels", channels)
                .number("hz", hz)
                .text("method", method)
                .text("packet", packet)
                .count("samples", samples)
                .count("bytesIn", bytesIn)
                .count("bytesOut", bytesOut)
                .number("reduction", rounded(reduction()))
                .number("bitsPerSample", rounded(bitsPerSample()))
                .number("ratio16", rounded(ratio(16)))
                .number("ratio12", rounded(ratio(12)))
                .number("ratio11", rounded(ratio(11)));
    }

    private static double rounded(double value) {
        return Math.round(value * DIGITS) / DIGITS;
    }
}
