package org.banip.measure.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WfdbExportTest {
    private static final long ORIGIN = Instant.parse("2026-11-20T21:09:05.250Z").toEpochMilli() * 1_000_000;
    private static final SensorGroup FAST = SensorGroup.live(
            "ecg-500hz",
            Frequency.ofHz(500),
            List.of(
                    Channel.ofGain("MLII", "mV", 12, -2048, 2047, 200, 1024),
                    Channel.ofGain("lead V5", "", 12, -2048, 2047, -100, 0)));
    private static final SensorGroup SLOW = SensorGroup.live(
            "abp",
            Frequency.ofHz(125),
            List.of(Channel.ofGain("ABP", "mm[Hg]", 24, -8_000_000, 8_000_000, 12.84, -1605)));

    @TempDir
    Path directory;

    private List<Exported> export(StoredSample sample) {
        try (StoredSample.Reading reading = StoredSample.closeAndRead(sample, directory.resolve("store.db"))) {
            return new WfdbExport().write(reading.session(), directory, "ban-17.a");
        }
    }

    private StoredSample sample(SensorGroup... groups) {
        return new StoredSample(directory.resolve("store.db"), groups);
    }

    private String header(String record) throws IOException {
        return Files.readString(directory.resolve(record + ".hea"));
    }

    private short[] samples16(String file) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(directory.resolve(file))).order(ByteOrder.LITTLE_ENDIAN);
        short[] samples = new short[bytes.remaining() / 2];
        bytes.asShortBuffer().get(samples);
        return samples;
    }

    @Test
    void groupsOfSeveralRatesAreOneRecordOfFrames() throws IOException {
        StoredSample sample = sample(FAST, SLOW);
        sample.add(0, ORIGIN, 0, 40);
        sample.add(1, ORIGIN, 0, 10);
        export(sample);

        // checksums: 10·(0+…+39) = 7800, +40 for channel 1; 10·(0+…+9) = 450
        assertThat(header("ban_17_a")).isEqualTo("""
                        ban_17_a 3 125 10 21:09:05.250 20/11/2026
                        ban_17_a_ecg_500hz.dat 16x4 200(1024)/mV 12 0 0 7800 0 MLII
                        ban_17_a_ecg_500hz.dat 16x4 -100(0)/NU 12 0 1 7840 0 lead V5
                        ban_17_a_abp.dat 24 12.84(-1605)/mm[Hg] 24 0 0 450 0 ABP
                        # begins at 2026-11-20T21:09:05.250Z
                        """);
        short[] fast = samples16("ban_17_a_ecg_500hz.dat");
        assertThat(fast).hasSize(80).startsWith((short) 0, (short) 1, (short) 10, (short) 11);
        assertThat(Files.readAllBytes(directory.resolve("ban_17_a_abp.dat")))
                .hasSize(30)
                .startsWith(0, 0, 0, 10, 0, 0, 20, 0, 0);
    }

    @Test
    void whatIsMissingIsInvalidSamplesUpToTheEndOfTheFrame() throws IOException {
        StoredSample sample = sample(FAST, SLOW);
        sample.add(0, ORIGIN, 5, 2);
        sample.lose(0, ORIGIN, 7, 1);
        sample.add(0, ORIGIN, 8, 1);
        sample.add(1, ORIGIN, 1, 3);
        List<Exported> files = export(sample);

        assertThat(header("ban_17_a")).startsWith("ban_17_a 3 125 3 21:09:05.258 20/11/2026\n");
        short none = Short.MIN_VALUE;
        assertThat(samples16("ban_17_a_ecg_500hz.dat"))
                .startsWith(
                        none, none, (short) 50, (short) 51, (short) 60, (short) 61, none, none, (short) 80, (short) 81)
                .endsWith(none, none);
        assertThat(files.get(1).units()).isEqualTo(12);
        assertThat(files.get(1).missing()).isEqualTo(9);
    }

    @Test
    void aNewSamplingGridIsANewRecord() throws IOException {
        StoredSample sample = sample(FAST);
        sample.add(0, ORIGIN, 0, 3);
        sample.add(0, ORIGIN + 60_000_000_001L, 0, 2);
        export(sample);

        assertThat(header("ban_17_a_ecg_500hz")).startsWith("ban_17_a_ecg_500hz 2 500 3 21:09:05.250");
        assertThat(header("ban_17_a_ecg_500hz_2"))
                .startsWith("ban_17_a_ecg_500hz_2 2 500 2 21:10:05.250")
                .endsWith("# begins at 2026-11-20T21:10:05.250000001Z\n");
        assertThat(samples16("ban_17_a_ecg_500hz_2.dat")).containsExactly(0, 1, 10, 11);
    }
}
