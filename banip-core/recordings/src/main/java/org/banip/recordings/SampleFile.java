package org.banip.recordings;

import java.nio.file.Path;

/**
 * A binary file of equal frames of samples after a header: WFDB signal files and EDF, whose frames are its data records.
 *
 * @param path where it is
 * @param bytes its length
 * @param coding how it stores a sample
 * @param headerBytes bytes before the first sample
 * @param frameSamples samples in one frame
 */
public record SampleFile(Path path, long bytes, SampleCoding coding, long headerBytes, long frameSamples) {
    /** Checks that at least a header is there. */
    public SampleFile {
        if (bytes < headerBytes) {
            throw Malformed.recording(
                    path, bytes + " bytes, fewer than the " + headerBytes + " before the first sample: it was cut off");
        }
    }

    /** Bytes of a window in which every sample of a frame can be reached. */
    long frameWindow() {
        return coding.paddedBytesOf(frameSamples) + SampleCoding.MOST_BYTES;
    }

    /** Complete frames in the file. */
    public long frames() {
        return coding.samplesIn(bytes - headerBytes) / frameSamples;
    }

    /**
     * Checks that the file has exactly this number of frames.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING}
     */
    public void requireFrames(long frames) {
        if (frames > frames()) {
            throw Malformed.recording(
                    path,
                    bytes + " bytes hold " + frames() + " frames, but the header promises " + frames + " of "
                            + describeFrame() + ": it was cut off or the header is wrong");
        }
        long least = headerBytes + coding.bytesOf(frames * frameSamples);
        long most = headerBytes + coding.paddedBytesOf(frames * frameSamples);
        if (bytes < least || bytes > most) {
            throw Malformed.recording(
                    path,
                    bytes + " bytes, allowed are " + (least == most ? "" : least + " or ") + most + " for " + frames
                            + " frames of " + describeFrame());
        }
    }

    private String describeFrame() {
        return frameSamples + " samples of " + coding.bits() + " bits after " + headerBytes + " bytes";
    }
}
