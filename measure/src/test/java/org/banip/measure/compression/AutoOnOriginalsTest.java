package org.banip.measure.compression;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * {@code auto} is never more than half a point worse than the best of its candidates on recordings opened in the default way, with the groups
 * that their files have; where that is less than a byte for each key packet, which names the coder, not more than these bytes.
 */
class AutoOnOriginalsTest {
    private static final Path FOLDER = Path.of(System.getProperty("banip.root", ".."), "../shared/recordings");
    private static final double MOST_LOST = 0.005;
    private static final double KEY_SECONDS = 60;

    @Test
    void recordingsAreCodedAsByTheBestCandidate() throws Exception {
        assumeThat(FOLDER)
                .as("recordings in %s", FOLDER.toAbsolutePath().normalize())
                .isDirectory();
        SoftAssertions softly = new SoftAssertions();
        for (MeasuredGroup group : RecordingFolder.open(FOLDER).groups()) {
            GroupSamples samples = group.read();
            for (PacketLength length : List.of(PacketLength.TENTH, PacketLength.HALF, PacketLength.TWO)) {
                int units = length.units(samples.group());
                long best = samples.bytes().length;
                for (String candidate : List.of("rice", "predict")) {
                    best = Math.min(best, new ChainMethod(candidate, 1).measure(samples, units));
                }
                double seconds = samples.units() / samples.group().frequency().hertz();
                double keyPackets = Math.ceil(seconds / KEY_SECONDS);
                double allowed = Math.max(MOST_LOST * samples.bytes().length, keyPackets);
                softly.assertThat((double) new ChainMethod("auto", 1).measure(samples, units))
                        .as("bytes of %s, %s, %d bytes", samples.recording(), length.label(), samples.bytes().length)
                        .isLessThanOrEqualTo(best + allowed);
            }
        }
        softly.assertAll();
    }
}
