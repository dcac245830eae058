package org.banip.recordings;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * How a binary file stores samples, one after the other (WFDB Applications Guide, signal(5)); two's complement, least
 * significant byte first, where not said otherwise.
 */
public enum SampleCoding {
    /** 8 bits in offset binary: 128 means 0. */
    BITS_8_OFFSET(8, "80"),
    /** Pairs of 12 bits in three bytes: the high nibbles share the middle one. */
    BITS_12_PACKED(12, "212"),
    /** 16 bits. */
    BITS_16(16, "16"),
    /** 24 bits. */
    BITS_24(24, "24"),
    /** 32 bits. */
    BITS_32(32, "32");

    /** Most bytes that one sample touches. */
    static final int MOST_BYTES = 4;

    private final int bits;
    private final String wfdbFormat;

    SampleCoding(int bits, String wfdbFormat) {
        this.bits = bits;
        this.wfdbFormat = wfdbFormat;
    }

    /** The coding of a WFDB format, if it is one of these. */
    static Optional<SampleCoding> ofWfdbFormat(String format) {
        for (SampleCoding coding : values()) {
            if (coding.wfdbFormat.equals(format)) {
                return Optional.of(coding);
            }
        }
        return Optional.empty();
    }

    /** What a WFDB header calls it. */
    public String wfdbFormat() {
        return wfdbFormat;
    }

    /** Bits of a sample. */
    public int bits() {
        return bits;
    }

    /** The lowest value, which in WFDB reads as "no sample". */
    public int lowest() {
        return -1 << (bits - 1);
    }

    /** The highest value. */
    public int highest() {
        return -1 - lowest();
    }

    /** Where sample number i begins. */
    long addressOf(long sample) {
        switch (this) {
            case BITS_8_OFFSET:
                return sample;
            case BITS_12_PACKED:
                return (sample >> 1) * 3 + (sample & 1);
            case BITS_16:
                return sample * 2;
            case BITS_24:
                return sample * 3;
            default:
                return sample * 4;
        }
    }

    /** Bytes that a number of samples need. */
    long bytesOf(long samples) {
        return this == BITS_12_PACKED ? (samples >> 1) * 3 + (samples & 1) * 2 : addressOf(samples);
    }

    /** Most bytes that a number of samples take: a packed pair may be complete where only its first half counts. */
    long paddedBytesOf(long samples) {
        return this == BITS_12_PACKED ? (samples + 1 >> 1) * 3 : addressOf(samples);
    }

    /** Whole samples in a number of bytes. */
    long samplesIn(long bytes) {
        return this == BITS_12_PACKED ? bytes / 3 * 2 + bytes % 3 / 2 : bytes / addressOf(1);
    }

    /** Reads sample number {@code sample}, whose first byte is at {@code at}. */
    int decode(byte[] bytes, int at, long sample) {
        switch (this) {
            case BITS_8_OFFSET:
                return (bytes[at] & 0xff) - 128;
            case BITS_12_PACKED:
                return (sample & 1) == 0
                        ? (bytes[at] & 0xff) | (bytes[at + 1] << 28 >> 20)
                        : (bytes[at + 1] & 0xff) | (bytes[at] >> 4 << 8);
            case BITS_16:
                return (bytes[at] & 0xff) | bytes[at + 1] << 8;
            case BITS_24:
                return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | bytes[at + 2] << 16;
            default:
                return (bytes[at] & 0xff)
                        | (bytes[at + 1] & 0xff) << 8
                        | (bytes[at + 2] & 0xff) << 16
                        | bytes[at + 3] << 24;
        }
    }

    /** Writes a sample of whole bytes: all codings but {@link #BITS_12_PACKED}. */
    public void encode(int sample, OutputStream out) throws IOException {
        int stored = this == BITS_8_OFFSET ? sample + 128 : sample;
        for (int shift = 0; shift < bits; shift += 8) {
            out.write(stored >> shift);
        }
    }

    /** Writes a pair of samples of 12 bits: "the first sample is obtained from the 12 least significant bits of the first byte pair". */
    public static void encodePair(int first, int second, OutputStream out) throws IOException {
        out.write(first);
        out.write(first >> 8 & 0x0f | second >> 4 & 0xf0);
        out.write(second);
    }

    /**
     * The narrowest that holds all values from lowest to highest. 12 bits only without their lowest value, which then never is
     * taken for "no sample"; 16 bits also with it: there it was the converter's end, or "no sample" at the source already.
     */
    public static SampleCoding narrowest(int lowest, int highest) {
        if (lowest > BITS_12_PACKED.lowest() && highest <= BITS_12_PACKED.highest()) {
            return BITS_12_PACKED;
        }
        if (BITS_16.holds(lowest, highest)) {
            return BITS_16;
        }
        return BITS_24.holds(lowest, highest) ? BITS_24 : BITS_32;
    }

    private boolean holds(int lowestValue, int highestValue) {
        return lowestValue >= lowest() && highestValue <= highest();
    }
}
