package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.app.CommandLineContract;
import org.banip.mbu.settings.SpoolKeyFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip spool-key}. */
class SpoolKeyCommandTest extends CommandLineContract {
    @TempDir
    private Path directory;

    @Test
    void aKeyIsMadeOnce() throws Exception {
        Path file = directory.resolve("spool.key");
        assertThat(run("spool-key", "" + file)).isZero();
        assertThat(out.toString()).contains("banip mbu --spool DIR,key=" + file);
        assertThat(SpoolKeyFile.read(file).getEncoded()).hasSize(32);
        String before = Files.readString(file);
        assertThat(run("spool-key", "" + file)).isEqualTo(2);
        assertThat(err.toString()).contains(file + " exists; a key is never written over another one");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        assertThat(run("spool-key", "" + directory.resolve("none").resolve("key")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("the folder " + directory.resolve("none") + " does not exist");
    }
}
