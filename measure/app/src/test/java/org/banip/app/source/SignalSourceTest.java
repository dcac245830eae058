package org.banip.app.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalSourceTest {
    @TempDir
    private Path directory;

    @Test
    void aRecordingIsReadToItsEnd() throws IOException {
        assertThat(unitsOf(recording(1 + 2 + 3), Optional.empty())).isEqualTo(3);
    }

    @Test
    void aRecordingWhoseChecksumIsWrongFailsAtItsEnd() throws IOException {
        Path header = recording(7);
        assertThatThrownBy(() -> unitsOf(header, Optional.empty()))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_RECORDING))
                .hasMessageContaining("checksum 6, the header allows only 7");
    }

    @Test
    void aPartOfARecordingHasNoChecksum() throws IOException {
        assertThat(unitsOf(recording(7), Optional.of(Duration.ofMillis(1)))).isEqualTo(1);
    }

    @Test
    void aTextFileWithoutAFrequencyNamesTheOption() throws IOException {
        Path bare = Files.writeString(directory.resolve("bare.csv"), "1,2\n3,4\n");
        assertThatThrownBy(() -> SignalSource.recording(bare, Optional.empty(), Optional.empty()))
                .hasMessageContaining(
                        "add a line '# hz: 250' before its rows, or give it with --hz, for example --hz 250");
    }

    /** Samples 1, 2 and 3 at 100 Hz. */
    private Path recording(int checksum) throws IOException {
        Files.write(directory.resolve("r.dat"), new byte[] {1, 0, 2, 0, 3, 0});
        return Files.writeString(directory.resolve("r.hea"), "r 1 100 3\nr.dat 16 200 12 0 1 " + checksum + " 0 ECG\n");
    }

    private static long unitsOf(Path header, Optional<Duration> length) {
        SignalSource source = SignalSource.recording(header, Optional.empty(), length);
        SensorSetDigest digest = new SensorSetDigest(source.groups());
        List<Sensor> sensors = source.open(digest);
        Block block = new Block(64);
        try (Sensor sensor = sensors.get(0)) {
            int read = 0;
            while (read >= 0) {
                block.clear();
                read = sensor.read(block, 2);
            }
        }
        return digest.sets(0);
    }
}
