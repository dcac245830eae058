package org.banip.app.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BanSignalTest {
    @TempDir
    Path directory;

    private static byte[] first(BanSignal signal, double bytesPerSecond, int units) {
        try (Sensor sensor = signal.open(bytesPerSecond).get(0)) {
            Block block = new Block(16);
            int read = 0;
            while (read < units) {
                read += sensor.read(block, Math.min(7, units - read));
            }
            return Arrays.copyOf(block.bytes(), block.length());
        }
    }

    @Test
    void theGeneratedSignalIsTheSameAtAnyRate() {
        BanSignal signal = BanSignal.generated(8);
        assertThat(first(signal, 100, 50)).hasSize(50 * 30).isEqualTo(first(signal, 1_000_000, 50));
        assertThat(first(BanSignal.generated(0), 100, 2)).containsOnly(0);
    }

    @Test
    void frequenciesMakeTheRate() {
        for (double rate : new double[] {1, 150, 650, 10_404, 5e7}) {
            SensorGroup group = BanSignal.generated(8).groups(rate).get(0);
            assertThat(group.frequency().hertz() * group.setBytes()).isEqualTo(rate, within(0.02 + rate * 1e-6));
        }
    }

    @Test
    void aRecordingIsPlayedAtTheRateThatIsAskedFor() throws Exception {
        Path header = directory.resolve("two.hea");
        Files.writeString(header, "two 2 100 3\ntwo.dat 16 200 12 0 1 9 0 I\ntwo.dat 16 200 12 0 2 12 0 II\n");
        Files.write(directory.resolve("two.dat"), new byte[] {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0});
        BanSignal signal = BanSignal.of(header);
        SensorGroup group = signal.groups(800).get(0);
        assertThat(group.frequency().hertz()).isEqualTo(200);
        assertThat(first(signal, 800, 3)).containsExactly(1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0);
    }

    @Test
    void aRecordingThatIsNotThereIsRefusedAtOnce() {
        assertThatThrownBy(() -> BanSignal.of(directory.resolve("none.hea"))).hasMessageContaining("none.hea");
    }

    @Test
    void goesToAnotherProcessAsJson() throws Exception {
        Path header = Files.writeString(directory.resolve("x.hea"), "x 1 100 3\nx.dat 16 200 12 0 1 9 0 I\n");
        Files.write(directory.resolve("x.dat"), new byte[] {1, 0, 3, 0, 5, 0});
        for (BanSignal signal : List.of(BanSignal.generated(3), BanSignal.of(header))) {
            JsonWriter json = new JsonWriter().beginObject();
            signal.writeTo(json);
            assertThat(BanSignal.read(JsonObject.parse(json.endObject().toString())))
                    .isEqualTo(signal);
        }
    }

    @Test
    void moreChannelsThanThereAreAreRefused() {
        assertThatThrownBy(() -> BanSignal.generated(16)).hasMessage("16 channels with a sensor, allowed are 0 to 15");
    }
}
