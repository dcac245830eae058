package org.banip.alerts.signals;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.RecordedSamples;

/** The real recordings beside the checkout; tests that need one are skipped, with the reason, where it is missing. */
public final class RealRecordings {
    private RealRecordings() {}

    /** The path of a file. */
    public static Path path(String name) {
        Path path = Path.of(System.getProperty("banip.root", "."), "..", "shared", "recordings", name)
                .normalize();
        assumeTrue(Files.isRegularFile(path), () -> "needs the real recording " + path);
        return path;
    }

    /** All sensor sets of a group, one after the other. */
    public static byte[] bytes(RecordedGroup recorded) {
        int setBytes = recorded.group().setBytes();
        Block block = new Block((int) recorded.units() * setBytes);
        try (RecordedSamples samples = recorded.open()) {
            int read = samples.read(block, 4096);
            while (read > 0) {
                read = samples.read(block, 4096);
            }
        }
        return java.util.Arrays.copyOf(block.bytes(), (int) recorded.units() * setBytes);
    }

    /** All samples of one channel. */
    public static int[] channel(RecordedGroup recorded, int channel) {
        SensorGroup group = recorded.group();
        byte[] bytes = bytes(recorded);
        SampleLayout layout = new SampleLayout(group);
        int[] samples = new int[(int) recorded.units()];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = layout.read(bytes, i * group.setBytes(), channel);
        }
        return samples;
    }
}
