package org.banip.server.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.server.log.HeardLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadingFileTest {
    private final AtomicLong now = new AtomicLong();

    @TempDir
    Path directory;

    private Path path;
    private ReloadingFile<List<String>> file;

    @BeforeEach
    void open() throws IOException {
        path = Files.writeString(directory.resolve("file"), "# comment\n\n  one  \n");
        file = new ReloadingFile<>(path, ReloadingFileTest::words, now::get);
    }

    @Test
    void aChangeIsSeenWithinASecond() throws IOException {
        Files.writeString(path, "one\ntwo\n");
        assertThat(file.get()).containsExactly("one");
        tick();
        assertThat(file.get()).containsExactly("one", "two");
    }

    @Test
    void aFileReplacedByAnotherIsSeen() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "# comment\n\n  two  \n");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(path));
        Files.move(other, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        tick();
        assertThat(file.get()).containsExactly("two");
    }

    /** Two changes within a tick of the file system. */
    @Test
    void aChangeOfTheSameTimeAndSizeIsSeen() throws IOException {
        FileTime time = Files.getLastModifiedTime(path);
        Files.writeString(path, "# comment\n\n  two  \n");
        Files.setLastModifiedTime(path, time);
        tick();
        assertThat(file.get()).containsExactly("two");
        Files.writeString(path, "# comment\n\n  ten  \n");
        Files.setLastModifiedTime(path, time);
        tick();
        assertThat(file.get()).containsExactly("ten");
    }

    @Test
    void whatWasGoodStaysWhenTheFileGoesWrongOrGoesAway() throws IOException {
        Files.writeString(path, "wrong\n");
        tick();
        assertThat(file.get()).containsExactly("one");
        Files.delete(path);
        tick();
        assertThat(file.get()).containsExactly("one");
        Files.writeString(path, "back\n");
        tick();
        try (HeardLog log = new HeardLog()) {
            assertThat(file.get()).containsExactly("back");
            assertThat(log.messages())
                    .containsExactly("- " + path + " can be read again; what it says now is in force");
        }
    }

    @Test
    void aFileThatIsWrongFromTheStartIsRefused() throws IOException {
        Files.writeString(path, "one\nwrong\ntwo\n\nwrong\n");
        assertThatThrownBy(() -> new ReloadingFile<>(path, ReloadingFileTest::words, now::get))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(path + ": line 2: not that; line 5: not that");
        assertThatThrownBy(() -> new ReloadingFile<>(directory.resolve("none"), ReloadingFileTest::words, now::get))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("none");
    }

    private void tick() {
        now.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    private static List<String> words(Path path) {
        List<String> words = new ArrayList<>();
        Lines.of(path).forEach(line -> {
            if (line.equals("wrong")) {
                throw new IllegalArgumentException("not that");
            }
            words.add(line);
        });
        return words;
    }
}
