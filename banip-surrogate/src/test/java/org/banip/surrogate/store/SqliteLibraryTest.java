package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteLibraryTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void copiesOfKilledProcessesAreRemovedAndNothingElse() throws IOException {
        file("sqlite-3.54.1.0-14804c00-libsqlitejdbc.so", Duration.ofMinutes(5));
        file("sqlite-3.54.1.0-14804c00-libsqlitejdbc.so.lck", Duration.ofMinutes(5));
        Path young = file("sqlite-3.54.1.0-23f92098-libsqlitejdbc.so", Duration.ofSeconds(5));
        Path other = file("sqlite-notes.txt", Duration.ofMinutes(5));
        SqliteLibrary.removeStaleCopies(folder, NOW);
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(young, other);
        }
    }

    private Path file(String name, Duration age) throws IOException {
        Path file = Files.createFile(folder.resolve(name));
        Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
        return file;
    }
}
