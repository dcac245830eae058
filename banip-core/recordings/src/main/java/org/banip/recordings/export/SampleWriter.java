package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.banip.recordings.SampleCoding;

/** Writes samples to a WFDB signal file, one after the other (signal(5)). One thread. */
final class SampleWriter {
    private static final List<SampleCoding> BY_WIDTH = Collections.unmodifiableList(Arrays.asList(
            SampleCoding.BITS_12_PACKED, SampleCoding.BITS_16, SampleCoding.BITS_24, SampleCoding.BITS_32));

    private final SampleCoding coding;
    private final OutputStream out;
    private int first;
    private boolean half;

    SampleWriter(SampleCoding coding, OutputStream out) {
        this.coding = coding;
        this.out = out;
    }

    void write(int sample) throws IOException {
        if (coding != SampleCoding.BITS_12_PACKED) {
            for (int shift = 0; shift < coding.bits(); shift += 8) {
                out.write(sample >> shift);
            }
        } else if (half) {
            pair(first, sample);
            half = false;
        } else {
            first = sample;
            half = true;
        }
    }

    /** "The first sample is obtained from the 12 least significant bits of the first byte pair"; the second's high bits are there too. */
    private void pair(int one, int two) throws IOException {
        out.write(one);
        out.write(one >> 8 & 0x0f | two >> 4 & 0xf0);
        out.write(two);
    }

    /** Completes the last pair. */
    void end() throws IOException {
        if (half) {
            pair(first, 0);
            half = false;
        }
    }

    /**
     * The narrowest that holds all values from lowest to highest. 12 bits only without their lowest value, which then never is
     * taken for "no sample"; 16 bits also with it: there it was the converter's end, or "no sample" at the source already.
     */
    static SampleCoding narrowest(int lowest, int highest) {
        for (SampleCoding coding : BY_WIDTH) {
            boolean fits = lowest >= coding.lowest() && highest <= coding.highest();
            if (fits && (coding != SampleCoding.BITS_12_PACKED || lowest > coding.lowest())) {
                return coding;
            }
        }
        return SampleCoding.BITS_32;
    }
}
