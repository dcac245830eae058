package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;

/** How a WFDB signal file stores samples (signal(5)); the lowest value of each reads as "no sample". */
enum SampleFormat {
    /** Pairs of 12 bits in three bytes. */
    PACKED_12("212", 12),
    /** 16 bits, least significant byte first. */
    BITS_16("16", 16),
    /** 24 bits, least significant byte first. */
    BITS_24("24", 24),
    /** 32 bits, least significant byte first. */
    BITS_32("32", 32);

    final String number;
    final int missing;
    private final int bits;

    SampleFormat(String number, int bits) {
        this.number = number;
        this.bits = bits;
        missing = -1 << (bits - 1);
    }

    /**
     * The narrowest that holds all values from lowest to highest. 12 bits only without their lowest value, which then never is
     * taken for "no sample"; 16 bits also with it: there it was the converter's end, or "no sample" at the source already.
     */
    static SampleFormat holding(int lowest, int highest) {
        for (SampleFormat format : values()) {
            boolean fits = lowest >= format.missing && highest < -(long) format.missing;
            if (fits && (format != PACKED_12 || lowest > format.missing)) {
                return format;
            }
        }
        return BITS_32;
    }

    /** Writes samples one after the other. */
    static final class Samples {
        private final SampleFormat format;
        private final OutputStream out;
        private int first;
        private boolean half;

        Samples(SampleFormat format, OutputStream out) {
            this.format = format;
            this.out = out;
        }

        void write(int sample) throws IOException {
            if (format != PACKED_12) {
                for (int shift = 0; shift < format.bits; shift += 8) {
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
    }
}
