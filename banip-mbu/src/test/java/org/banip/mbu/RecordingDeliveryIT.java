package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.banip.recordings.RecordedSamples;
import org.banip.recordings.Recording;
import org.banip.recordings.Recordings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delivers recordings while connections break, and compares every byte. */
class RecordingDeliveryIT extends MbuFixture {
    @Override
    String uplink() {
        return "chunked";
    }

    @Test
    void generatedRecordingArrivesUnchanged(@TempDir Path directory) throws Exception {
        long seed = 212;
        byte[] samples = new byte[2 * 2 * 30_000];
        new Random(seed).nextBytes(samples);
        Files.write(directory.resolve("made.dat"), samples);
        Path header = directory.resolve("made.hea");
        Files.write(
                header,
                List.of("made 2 250 30000", "made.dat 16 200/mV 16 0", "made.dat 16 200/mV 16 0"),
                StandardCharsets.US_ASCII);
        assertArrives(header);
        assertThat(host.session().decoded(0)).as("seed %s", seed).hasSize(samples.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100.hea", "03700181.hea", "Q0017.hea", "faros180.edf", "mne_test.edf"})
    void sharedRecordingArrivesUnchanged(String file) throws Exception {
        Path path = Path.of(System.getProperty("banip.root", "."), "../shared/recordings", file);
        assumeThat(Files.exists(path)).as("%s is there", path).isTrue();
        assertArrives(path);
    }

    private void assertArrives(Path path) throws Exception {
        host.fail(Kind.DATA, Fault.cutAfter(20_000), Fault.dropAnswer(), Fault.cutAfter(7), Fault.cutAfter(200_000));
        MobileBaseUnitBuilder builder = builder().chain("packetizer(units=90,hold=0)|deflate(context=stream)");
        for (RecordedSamples samples : Recordings.open(path).openAll()) {
            builder.sensor(new Played(samples));
        }
        try (MobileBaseUnit mbu = builder.start()) {
            assertDelivered(mbu);
        }
        Recording again = Recordings.open(path);
        int group = 0;
        for (RecordedSamples samples : again.openAll()) {
            assertThat(host.session().decoded(group)).as(samples.group().name()).isEqualTo(all(samples));
            group++;
        }
        assertThat(group).isPositive();
    }

    private static byte[] all(RecordedSamples samples) {
        try (samples) {
            Block all = new Block(1 << 20);
            int read = samples.read(all, 1000);
            while (read >= 0) {
                read = samples.read(all, 1000);
            }
            return Arrays.copyOf(all.bytes(), all.length());
        }
    }

    private record Played(RecordedSamples samples) implements Sensor {
        @Override
        public SensorGroup group() {
            return samples.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            return samples.read(into, maxUnits);
        }

        @Override
        public void close() {
            samples.close();
        }
    }
}
