package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.banip.core.packet.Packet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of an SQLite store: whose it is, and what is said of one that cannot be used. */
class SqliteFileTest {
    private static final List<Packet> PACKETS = List.of(packet(0, 0, 5), packet(0, 1, 5));

    @TempDir
    Path directory;

    private InterconnectRecord write(JdbcStore store) {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        new Commits().store(store, interconnect, PACKETS);
        return interconnect;
    }

    @Test
    void fileAndLogAreTheirOwnersOnly() throws IOException {
        Path file = directory.resolve("deep/store.db");
        try (JdbcStore store = JdbcStore.open(file)) {
            write(store);
            for (String name : List.of("store.db", "store.db-wal", "store.db-shm")) {
                Path written = file.resolveSibling(name);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
                        .as(name)
                        .isEqualTo("rw-------");
            }
        }
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void emptyFileIsNoNewStore() throws IOException {
        Path file = Files.createFile(directory.resolve("store.db"));
        assertThatThrownBy(() -> JdbcStore.open(file)).hasMessageContaining("store.db is empty: the file has 0 bytes");
        assertThatThrownBy(() -> JdbcStore.openForReading(file)).hasMessageContaining("is empty");
        assertThat(file).isEmptyFile();
    }

    @Test
    void isReadOnAFileSystemThatCannotBeWritten() throws Exception {
        Path file = directory.resolve("a store%20.db");
        InterconnectRecord interconnect;
        Path torn = directory.resolve("torn.db");
        try (JdbcStore store = JdbcStore.open(file)) {
            interconnect = write(store);
        }
        try (JdbcStore store = JdbcStore.open(torn)) {
            write(store);
            Files.copy(directory.resolve("torn.db-wal"), directory.resolve("copy.db-wal"));
            Files.copy(torn, directory.resolve("copy.db"));
        }
        assumeTrue(run("mount", "--bind", directory.toString(), directory.toString()), "mounting is not allowed here");
        try {
            assertThat(run("mount", "-o", "remount,bind,ro", directory.toString()))
                    .isTrue();
            try (Store store = JdbcStore.openForReading(file)) {
                assertSame(readAll(store, interconnect, 0, 0), PACKETS);
            }
            assertThatThrownBy(() -> JdbcStore.openForReading(directory.resolve("copy.db")))
                    .hasMessageContaining("cannot be written")
                    .hasMessageContaining("copy.db-wal holds commits");
        } finally {
            assertThat(run("umount", directory.toString())).isTrue();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return false; // no such command here
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        System.out.print(said);
        return status == 0;
    }
}
