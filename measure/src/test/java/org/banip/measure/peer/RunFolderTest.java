package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    @Test
    void onlyLogsAreLeftAndNothingOfAnEarlierRun(@TempDir Path parent) throws Exception {
        RunFolder folder = new RunFolder(parent.resolve("run"));
        folder.begin();
        Files.writeString(
                Files.createDirectories(folder.path().resolve("nats/jetstream")).resolve("1.blk"), "data");
        Files.writeString(folder.path().resolve("store.db"), "data");
        Files.writeString(folder.path().resolve("nats.log"), "said");

        folder.end();
        assertThat(folder.path()).isDirectoryContaining("glob:**.log").isDirectoryNotContaining("glob:**{nats,db}");

        folder.begin();
        assertThat(folder.path()).isEmptyDirectory();
    }
}
