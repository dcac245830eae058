package org.banip.measure.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvExportTest {
    private static final SensorGroup GROUP = SensorGroup.live(
            "ecg",
            Frequency.ofHz(3),
            List.of(
                    Channel.ofGain("I, \"raw\"", "mV", 12, -2048, 2047, 200, 4),
                    Channel.ofGain("steps", "", 12, -2048, 2047, 1, 0)));

    @TempDir
    Path directory;

    private String export(CsvExport.Values values) throws IOException {
        Path file = directory.resolve(values + ".db");
        StoredSample sample = new StoredSample(file, GROUP);
        sample.add(0, 1_000_000_000L, 0, 2);
        sample.lose(0, 1_000_000_000L, 2, 1);
        sample.add(0, 1_000_000_000L, 3, 1);
        try (StoredSample.Reading reading = StoredSample.closeAndRead(sample, file)) {
            List<Exported> files = new CsvExport(values).write(reading.session(), directory, "b");
            assertThat(files).hasSize(1);
            assertThat(files.get(0).units()).isEqualTo(4);
            assertThat(files.get(0).missing()).isEqualTo(1);
            return Files.readString(directory.resolve("b-ecg.csv")).replace("\r\n", "\n");
        }
    }

    @Test
    void physicalValuesHaveAsManyDecimalsAsTellThemApart() throws IOException {
        assertThat(export(CsvExport.Values.PHYSICAL)).isEqualTo("""
                        instant,"I, ""raw"" [mV]",steps
                        1970-01-01T00:00:01.000000000Z,-0.0200,1.0
                        1970-01-01T00:00:01.333333333Z,0.0300,11.0
                        1970-01-01T00:00:02.000000000Z,0.1300,31.0
                        """);
    }

    @Test
    void digitalValuesAreAsSampled() throws IOException {
        assertThat(export(CsvExport.Values.DIGITAL)).isEqualTo("""
                        instant,"I, ""raw""\",steps
                        1970-01-01T00:00:01.000000000Z,0,1
                        1970-01-01T00:00:01.333333333Z,10,11
                        1970-01-01T00:00:02.000000000Z,30,31
                        """);
    }
}
