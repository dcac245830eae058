package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;
import org.banip.core.ban.SampleLayout;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.SampleCoding;

/**
 * Writes a WFDB signal file: a group's sensor sets on their places, and "no sample" where there is none. In a frame stand all
 * samples of the first signal, then all of the second, and so on. One thread at a time.
 */
final class SignalFile implements AutoCloseable {
    private final OutputStream out;
    private final SampleWriter samples;
    private final SampleLayout layout;
    private final int missing;
    private final int[][] frame;
    private final int[] initial;
    private final short[] checksums;

    private long unit;
    private int inFrame;
    private boolean begun;

    /** A file whose first frame begins with this unit. */
    SignalFile(OutputStream out, SampleCoding coding, SampleLayout layout, int setsPerFrame, long firstUnit) {
        this.out = out;
        this.layout = layout;
        samples = new SampleWriter(coding, out);
        missing = coding.lowest();
        frame = new int[layout.channels()][setsPerFrame];
        initial = new int[layout.channels()];
        checksums = new short[layout.channels()];
        unit = firstUnit;
    }

    void write(Block block) throws IOException {
        fillTo(block.firstUnit());
        for (int at = 0; at < block.length(); at += layout.setBytes()) {
            for (int channel = 0; channel < frame.length; channel++) {
                put(channel, layout.read(block.bytes(), at, channel));
            }
            endSet();
        }
    }

    /** Declares that there are no more samples before this unit, where a frame may end. */
    void fillTo(long endUnit) throws IOException {
        while (unit < endUnit) {
            for (int channel = 0; channel < frame.length; channel++) {
                put(channel, missing);
            }
            endSet();
        }
    }

    private void put(int channel, int sample) {
        frame[channel][inFrame] = sample;
        checksums[channel] += (short) sample;
        if (!begun) {
            initial[channel] = sample;
        }
    }

    private void endSet() throws IOException {
        begun = true;
        unit++;
        inFrame++;
        if (inFrame < frame[0].length) {
            return;
        }
        for (int[] signal : frame) {
            for (int sample : signal) {
                samples.write(sample);
            }
        }
        inFrame = 0;
    }

    /** The channel's first sample. */
    int initial(int channel) {
        return initial[channel];
    }

    /** The sum of all samples of the channel, of which 16 bits are kept. */
    short checksum(int channel) {
        return checksums[channel];
    }

    @Override
    public void close() throws IOException {
        try (out) {
            samples.end();
        }
    }
}
