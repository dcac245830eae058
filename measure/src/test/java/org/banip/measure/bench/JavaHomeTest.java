package org.banip.measure.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaHomeTest {
    @TempDir
    Path directory;

    private Path install(String name, String version) throws IOException {
        Path home = Files.createDirectories(directory.resolve(name));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        assertThat(Files.createFile(java).toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    @Test
    void theNewestNewerOneBesideIsFound() throws IOException {
        JavaHome one = JavaHome.of(install("one", "17.0.15"));
        assertThat(one.newestBeside()).isEmpty();
        install("former", "1.8.0_402");
        install("alike", "17.0.17");
        install("newer", "21.0.7");
        Path newest = install("newest", "25.0.1");
        Files.createDirectories(directory.resolve("other"));
        assertThat(one.newestBeside()).map(JavaHome::directory).contains(newest.toRealPath());
        assertThat(JavaHome.of(newest).newestBeside()).isEmpty();
    }

    @Test
    void nativeAccessIsGrantedWhereItMustBe() throws IOException {
        assertThat(JavaHome.of(install("one", "17")).flags()).containsExactly("-Xlog:disable");
        assertThat(JavaHome.of(install("two", "25")).flags()).contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void theRunningOneIsOne() {
        JavaHome running = JavaHome.running();
        assertThat(JavaHome.of(running.directory()).version().feature())
                .isEqualTo(running.version().feature());
    }

    @Test
    void aFolderThatIsNoneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JavaHome.of(directory))
                .withMessageEndingWith("is no home of a Java; it must have bin/java and a file 'release'");
    }
}
