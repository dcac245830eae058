package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;
import org.banip.recordings.SampleCoding;

/** Writes samples to a WFDB signal file, one after the other (signal(5)). One thread. */
final class SampleWriter {
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
            coding.encode(sample, out);
        } else if (half) {
            SampleCoding.encodePair(first, sample, out);
            half = false;
        } else {
            first = sample;
            half = true;
        }
    }

    /** Completes the last pair. */
    void end() throws IOException {
        if (half) {
            SampleCoding.encodePair(first, 0, out);
            half = false;
        }
    }
}
