package org.banip.surrogate.store;

import static org.banip.surrogate.store.TestRecords.packet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.banip.core.packet.Packet;

/** An SQLite file in a folder, and copies of it that are damaged. */
final class DamagedStore {
    static final int PAGE = 4096;

    private final Path directory;
    private final Path file;

    /** No file yet. */
    DamagedStore(Path directory) {
        this.directory = directory;
        file = directory.resolve("store.db");
    }

    /** The first packets of a group. */
    static List<Packet> packets(int group, int count) {
        return IntStream.range(0, count).mapToObj(i -> packet(group, i, 60)).toList();
    }

    /** Writes the file: one interconnect, and these packets one list after the other. */
    @SafeVarargs
    final InterconnectRecord write(List<Packet>... packets) {
        try (Store store = JdbcStore.open(file)) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            for (List<Packet> some : packets) {
                new Commits().store(store, interconnect, some);
            }
            return interconnect;
        }
    }

    Path file() {
        return file;
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(file);
    }

    /** Writes a copy with these bytes, in place of the one before. */
    Path damaged(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("damaged.db"), bytes);
    }
}
