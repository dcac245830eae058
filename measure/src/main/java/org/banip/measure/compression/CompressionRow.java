package org.banip.measure.compression;

import org.banip.measure.results.ResultRow;

/**
 * Result of one method for one recording in packets of one length.
 *
 * @param recording name of the recording, and of the group if it has several
 * @param channels number of channels
 * @param hz sampling frequency
 * @param method name of the method
 * @param packet length of the packets
 * @param samples number of samples of all channels
 * @param bytesIn bytes of sensor sets
 * @param bytesOut bytes of payloads
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

    /** Saved share of the bytes. */
    public double reduction() {
        return 1 - (double) bytesOut / bytesIn;
    }

    /** Mean number of bits for a sample. */
    public double bitsPerSample() {
        return 8.0 * Math.max(1, bytesOut) / samples; // a constant may take no byte
    }

    /** Size of the samples at this number of bits each, divided by the coded size. */
    public double ratio(int bits) {
        return bits / bitsPerSample();
    }

    /** Whether it is a waveform; numerics have at most one value per second. */
    public boolean waveform() {
        return hz > NUMERICS_HZ;
    }

    /** All figures as a row of results. */
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
