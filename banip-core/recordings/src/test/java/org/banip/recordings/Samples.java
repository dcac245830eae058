package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.transcoding.spi.Block;

/** Reads a samples to its end. */
final class Samples {
    private Samples() {}

    /** The samples of each channel, read in portions of this many units. */
    static int[][] read(RecordedSamples recorded, int portion) {
        SampleLayout layout = new SampleLayout(recorded.group());
        int[][] samples = new int[layout.channels()][1024];
        Block block = new Block(16);
        int units = 0;
        int count = recorded.read(block, portion);
        while (count != -1) {
            if (units + count > samples[0].length) {
                for (int c = 0; c < samples.length; c++) {
                    samples[c] = Arrays.copyOf(samples[c], Math.max(units + count, samples[c].length * 2));
                }
            }
            for (int i = 0; i < count; i++) {
                for (int c = 0; c < samples.length; c++) {
                    samples[c][units + i] = layout.read(block.bytes(), i * layout.setBytes(), c);
                }
            }
            units += count;
            block.clear();
            count = recorded.read(block, portion);
        }
        for (int c = 0; c < samples.length; c++) {
            samples[c] = Arrays.copyOf(samples[c], units);
        }
        return samples;
    }

    /** The samples of each channel of one group. */
    static int[][] of(Recording recording, int group) {
        try (RecordedSamples samples = recording.groups().get(group).open()) {
            return read(samples, 1000);
        }
    }

    /** AssertJ compares long arrays element by element with each other: too slow for recordings. */
    static void assertEqual(int[] seen, int[] expected, String what) {
        assertThat(seen.length).as(what + ", samples").isEqualTo(expected.length);
        int at = Arrays.mismatch(seen, expected);
        if (at >= 0) {
            assertThat(seen[at]).as(what + ", sample " + at).isEqualTo(expected[at]);
        }
    }

    /** The sum of all samples modulo 2¹⁶, as WFDB headers state it. */
    static int checksum(int[] samples) {
        return (short) Arrays.stream(samples).sum();
    }
}
