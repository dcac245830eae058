package org.banip.recordings;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Reads samples of a {@link SampleFile} by number, through a window that moves over the file.
 *
 * <p>A window at least as long as a frame begins with a frame, so that all channels can share it; reading them frame by frame
 * then moves it forward only. A shorter one begins with the sample asked for and serves one channel.
 */
final class SampleReader {
    private final SampleFile file;
    private final RandomAccessFile input;
    private final SampleCoding coding;
    private final boolean wholeFrames;
    private final byte[] window;

    private long windowStart;
    private int windowLength;

    SampleReader(SampleFile file, RandomAccessFile input, int windowBytes) {
        this.file = file;
        this.input = input;
        coding = file.coding();
        wholeFrames = windowBytes >= file.frameWindow();
        window = new byte[windowBytes];
    }

    /** Sample {@code at} of frame {@code frame}. */
    int sample(long frame, long at) {
        long sample = frame * file.frameSamples() + at;
        long address = file.headerBytes() + coding.addressOf(sample);
        if (address < windowStart || address + SampleCoding.MOST_BYTES > windowStart + windowLength) {
            reach(frame, sample, address);
        }
        return coding.decode(window, (int) (address - windowStart), sample);
    }

    private void reach(long frame, long sample, long address) {
        long end = file.headerBytes() + coding.bytesOf(sample + 1);
        if (address >= windowStart && end <= windowStart + windowLength) {
            return; // the last samples of the file: nothing comes after them
        }
        windowStart = wholeFrames ? file.headerBytes() + coding.addressOf(frame * file.frameSamples()) : address;
        fill();
        if (end > windowStart + windowLength) {
            throw Malformed.recording(
                    file.path(),
                    "ends at byte " + (windowStart + windowLength) + ", it had " + file.bytes()
                            + " when it was opened: it was cut off meanwhile");
        }
    }

    private void fill() {
        windowLength = 0;
        try {
            input.seek(windowStart);
            int count = input.read(window, 0, window.length);
            while (count > 0) {
                windowLength += count;
                count = input.read(window, windowLength, window.length - windowLength);
            }
        } catch (IOException e) {
            throw Malformed.recording(file.path(), "cannot be read at byte " + windowStart + ": " + e.getMessage(), e);
        }
    }
}
