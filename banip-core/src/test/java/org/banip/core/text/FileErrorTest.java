package org.banip.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileErrorTest {
    @TempDir
    Path folder;

    @Test
    void saysWhyAFileCannotBeRead() throws IOException {
        Path file = Files.writeString(folder.resolve("passwords"), "");
        assertThat(FileError.reading(file, new AccessDeniedException(file.toString())))
                .isEqualTo(file + ": no permission to read it");
        assertThat(FileError.reading(file, new MalformedInputException(1))).isEqualTo(file + " is no text in UTF-8");
        assertThat(FileError.reading(file, new IOException("Input/output error")))
                .isEqualTo(file + " cannot be read: Input/output error");
        Path none = folder.resolve("none");
        assertThat(FileError.reading(none, new NoSuchFileException(none.toString())))
                .isEqualTo(none + " does not exist");
        assertThat(FileError.reading(folder, new IOException("Is a directory")))
                .isEqualTo(folder + " is a folder; allowed is a file");
    }

    @Test
    void saysWhyAFileCannotBeWrittenAndWhichFolderRefusesIt() throws IOException {
        Path file = folder.resolve("new");
        assertThat(FileError.writing(file, new AccessDeniedException(file.toString())))
                .isEqualTo(file + ": no permission to create files in " + folder);
        assertThat(FileError.writing(folder.resolve("a/b"), new NoSuchFileException(folder.resolve("a/b") + "")))
                .isEqualTo(folder.resolve("a/b") + ": the folder " + folder.resolve("a") + " does not exist");
        assertThat(FileError.writing(file, new FileSystemException(file.toString(), null, "Read-only file system")))
                .isEqualTo(file + " cannot be written: Read-only file system");
        Files.writeString(file, "");
        assertThat(FileError.writing(file, new AccessDeniedException(file.toString())))
                .isEqualTo(file + ": no permission to write it");
    }

    @Test
    void namesTheFileThatIsReplacedAndNotTheOneThatIsWrittenBesideIt() throws IOException {
        Path file = Files.writeString(folder.resolve("passwords"), "");
        Path fresh = folder.resolve("passwords.new");
        assertThat(FileError.replacing(file, fresh, new AccessDeniedException(fresh.toString())))
                .isEqualTo(file + ": no permission to create files in " + folder);
        assertThat(FileError.replacing(file, fresh, new FileSystemException(fresh.toString(), null, "No space left")))
                .isEqualTo(file + " cannot be written: No space left");
    }

    /** The process file system lets nobody create a file, not even root. */
    @Test
    void saysThatAFolderTakesNoNewFiles() {
        Path place = Path.of("/proc/new");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")));
        try {
            Files.createDirectories(place);
        } catch (IOException e) {
            assertThat(FileError.writing(place, e)).isEqualTo(place + ": its folder takes no new files");
        }
    }
}
