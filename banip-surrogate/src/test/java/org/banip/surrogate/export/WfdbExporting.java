package org.banip.surrogate.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.WfdbExport;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store to export from and a place to export to. */
abstract class WfdbExporting {
    static final long ORIGIN = Recorder.ORIGIN;

    @TempDir
    Path directory;

    JdbcStore store;
    Path exports;

    @BeforeEach
    void openStore() {
        store = JdbcStore.open(directory.resolve("store.db"));
        exports = directory.resolve("exports");
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    ExportReport export(StoredRecording recording) {
        return new WfdbExport().write(recording, new ExportTarget(exports, "r1", false, ExportProgress.NONE));
    }

    WfdbFiles record(String name) throws IOException {
        return WfdbFiles.read(exports.resolve(name + ".hea"));
    }

    static BanDescription ban(SensorGroup... groups) {
        return new BanDescription("ban-1", List.of(groups));
    }

    static SensorGroup group(String name, Frequency frequency, Channel... channels) {
        return SensorGroup.live(name, frequency, List.of(channels));
    }

    static Channel channel(String label, int bits) {
        int half = 1 << (bits - 1);
        return Channel.ofGain(label, "mV", bits, -half, half - 1, 200, 0);
    }

    static int[][] ramp(int from, int count, int channels) {
        return IntStream.range(from, from + count)
                .mapToObj(
                        i -> IntStream.range(0, channels).map(c -> i + 1000 * c).toArray())
                .toArray(int[][]::new);
    }

    List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(exports)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
