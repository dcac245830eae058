package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.testing.Fuzz;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Damaged pages of an SQLite store and damaged frames of its write-ahead log: what a reader makes of them (docs/faults.md, "Fuzzing"). */
class StoreFuzzTest {
    private static final int PAGE = 4096;
    private static final int LOG_HEADER = 32;
    private static final int INPUTS = 80;
    /** Opening a store and reading it takes milliseconds. */
    private static final int ONE_IN = 20;
    /** Of a store of 600 items. Each damaged one costs an error with its trace, and a reader tries thousands of rows behind a damaged page. */
    private static final long ALLOWANCE = 64L << 20;

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.banip.surrogate.store");

    @TempDir(factory = MemoryFolder.class)
    private Path directory;

    private byte[] file;
    private byte[] log;

    @BeforeEach
    void writeStore() throws Exception {
        LOG.setLevel(Level.OFF); // it tells of each damage
        Path running = directory.resolve("running.db");
        JdbcStore.open(running).close();
        try (Store store = JdbcStore.open(running)) {
            InterconnectRecord one = store.create(TestRecords.interconnect(1));
            for (int group = 0; group < 2; group++) {
                int of = group;
                new Commits()
                        .store(
                                store,
                                one,
                                LongStream.range(0, 300)
                                        .mapToObj(i -> packet(of, i, 30))
                                        .toList());
            }
        }
        try (Store store = JdbcStore.open(running)) {
            InterconnectRecord one = store.interconnects().get(0);
            new Commits().store(store, one, List.of(packet(0, 300, 60), gap(1, 300, 9, Gap.Reason.SENSOR_SILENT)));
            file = Files.readAllBytes(running);
            log = Files.readAllBytes(WalFile.of(running));
        }
    }

    @AfterEach
    void logAsBefore() {
        LOG.setLevel(null);
    }

    private static Fuzz fuzz(String name) {
        return Fuzz.of(name, "storage-unavailable", "unsupported-version").allocating(bytes -> ALLOWANCE);
    }

    @Test
    void pagesOfTheFile() throws Exception {
        Fuzz fuzz = fuzz("pages of a store").oneIn(ONE_IN);
        fuzz.run(pages(file), INPUTS, (page, random) -> {
            int at = random.nextInt(file.length / PAGE) * PAGE;
            // Mostly a page stays in its place, so that the others are where they were.
            byte[] damaged = random.nextInt(8) == 0
                    ? concat(Arrays.copyOf(file, at), page, Arrays.copyOfRange(file, at + PAGE, file.length))
                    : concat(
                            Arrays.copyOf(file, at),
                            Arrays.copyOf(page, PAGE),
                            Arrays.copyOfRange(file, at + PAGE, file.length));
            readAll(damaged, log, random);
        });
        assertThat(fuzz.count("read")).isPositive();
        assertThat(fuzz.count("storage-unavailable")).isPositive();
    }

    private static List<byte[]> pages(byte[] file) {
        List<byte[]> pages = new ArrayList<>();
        for (int at = 0; at + PAGE <= file.length; at += PAGE) {
            pages.add(Arrays.copyOfRange(file, at, at + PAGE));
        }
        return pages;
    }

    @Test
    void theLog() throws Exception {
        Fuzz fuzz = fuzz("a store's log").oneIn(ONE_IN);
        fuzz.run(List.of(log), INPUTS, (bytes, random) -> readAll(file, bytes, random));
        assertThat(fuzz.count("read")).isPositive();
    }

    /** Without SQLite: what looks for a flipped bit in the log. */
    @Test
    void framesOfTheLog() throws Exception {
        Path copy = Files.write(directory.resolve("frames.db"), file);
        Fuzz fuzz = fuzz("frames of a log");
        byte[] small = Arrays.copyOf(log, Math.min(log.length, LOG_HEADER + 2 * (24 + PAGE)));
        fuzz.run(List.of(small), INPUTS, (bytes, random) -> {
            Files.write(WalFile.of(copy), bytes);
            WalFile.read(copy);
        });
        assertThat(fuzz.count("read")).isPositive();
    }

    private static byte[] concat(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private void readAll(byte[] main, byte[] wal, Random random) throws IOException {
        Path copy = directory.resolve("copy.db");
        Files.deleteIfExists(Path.of(copy + "-shm"));
        Files.write(copy, main);
        Files.write(WalFile.of(copy), wal);
        if (random.nextInt(8) == 0) {
            StoreCheck.run(StoreLocation.of(copy.toString()), NOBODY);
        }
        try (Store store = JdbcStore.openForReading(copy)) {
            for (InterconnectRecord one : store.interconnects()) {
                for (int group = 0; group < one.ban().groups().size(); group++) {
                    readGroup(store, one, group);
                }
            }
        }
    }

    /** To the end, over all that is damaged. */
    private static void readGroup(Store store, InterconnectRecord one, int group) {
        long from = 0;
        while (from >= 0) {
            try {
                store.read(one, group, from, item -> true);
                return;
            } catch (DamagedItemException e) {
                if (e.resumeSequence() <= from) {
                    throw new IllegalStateException("goes on at " + e.resumeSequence() + " after " + from, e);
                }
                from = e.resumeSequence();
            } catch (BanipException e) {
                return; // the rest of this group cannot be read
            }
        }
    }

    private static final CheckListener NOBODY = new CheckListener() {
        @Override
        public void found(StoreDamage damage) {}

        @Override
        public void progress(String step, long done, long total) {}
    };
}
