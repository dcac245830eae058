package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.TestRecords.packet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.banip.core.packet.Packet;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power is cut while an SQLite store is written. Of what was not synced, a disk has any part: the files end anywhere, and in the block that was
 * being written is anything.
 */
class PowerCutTest {
    private static final int PAGE = 4096;
    private static final int FRAME = 24 + PAGE;
    private static final int BLOCK = 512;
    private static final int COMMITS = 30;
    private static final int CUTS = Integer.getInteger("banip.test.cuts", 60);
    /** The distance between the places of two cuts; with the profile {@code faults} it is 1, so every place is tried. */
    private static final int STEP = Integer.getInteger("banip.test.cut-step", 797);

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private Random random;
    private InterconnectRecord interconnect;
    /** The files when the last item was acknowledged. */
    private byte[] file;

    private byte[] log;
    /** The file after a checkpoint of all of the log. */
    private byte[] checkpointed;
    /** The log of its next round, over the former one. */
    private byte[] secondLog;

    /** The end of the log at an acknowledgement, and the number of items acknowledged. */
    private record Acknowledged(long length, long items) {}

    private final List<Acknowledged> first = new ArrayList<>();
    private final List<Acknowledged> second = new ArrayList<>();

    @BeforeEach
    void record() throws Exception {
        long seed = Long.getLong("banip.test.seed", new Random().nextLong());
        System.out.println("seed " + seed);
        random = new Random(seed);
        Path live = directory.resolve("live.db");
        JdbcStore.open(live).close();
        try (Store store = JdbcStore.open(live)) {
            interconnect = store.create(TestRecords.interconnect(1));
            write(store, live, 0, first);
            file = Files.readAllBytes(live);
            log = Files.readAllBytes(WalFile.of(live));
            checkpoint(live);
            checkpointed = Files.readAllBytes(live);
            write(store, live, first.get(COMMITS - 1).items(), second);
            assertThat(Files.readAllBytes(live)).isEqualTo(checkpointed);
            secondLog = Files.readAllBytes(WalFile.of(live));
        }
        assertThat(checkpointed.length).isGreaterThan(file.length);
        assertThat(second.get(0).length()).isLessThan(log.length);
    }

    private void write(Store store, Path live, long from, List<Acknowledged> acknowledged) throws IOException {
        long next = from;
        for (int commit = 0; commit < COMMITS; commit++) {
            int count = 1 + random.nextInt(12);
            List<Packet> packets = LongStream.range(next, next + count)
                    .mapToObj(PowerCutTest::item)
                    .toList();
            new Commits().store(store, interconnect, packets);
            next += count;
            acknowledged.add(new Acknowledged(end(Files.readAllBytes(WalFile.of(live))), next));
        }
    }

    private static Packet item(long sequence) {
        return packet(0, sequence, sequence % 7 == 0 ? 9000 : 200);
    }

    /** Where the frames of the log's present round end. */
    private static long end(byte[] log) {
        ByteBuffer bytes = ByteBuffer.wrap(log);
        long salts = bytes.getLong(16);
        int at = 32;
        while (at + FRAME <= log.length && bytes.getLong(at + 8) == salts) {
            at += FRAME;
        }
        return at;
    }

    private static void checkpoint(Path live) throws SQLException {
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + live);
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("PRAGMA wal_checkpoint(RESTART)")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isZero();
            assertThat(row.getInt(2)).isEqualTo(row.getInt(3)).isPositive();
        }
    }

    /**
     * Begins with the new content and ends with the former one, if it was longer; the block at the cut is torn in one of these ways. The ends of
     * blocks and of frames are multiples of eight bytes apart, so nothing is torn within the last eight bytes of a frame: that can look like a single
     * wrong bit.
     */
    private byte[] cut(byte[] now, byte[] before, int anywhere, int way) {
        int frameEnd = 32 + Math.max(0, (anywhere - 32 + FRAME - 1) / FRAME) * FRAME;
        int at = frameEnd - anywhere < 8 && anywhere < frameEnd ? frameEnd - 8 : anywhere;
        int blockEnd = Math.min((at / BLOCK + 1) * BLOCK, now.length);
        byte[] cut = way == 0
                ? Arrays.copyOf(now, Math.max(at, before.length))
                : Arrays.copyOf(now, Math.max(blockEnd, before.length));
        if (before.length > at) {
            System.arraycopy(before, at, cut, at, before.length - at);
        }
        if (way == 1) {
            Arrays.fill(cut, at, blockEnd, (byte) 0);
        } else if (way == 2) {
            byte[] garbage = new byte[blockEnd - at];
            random.nextBytes(garbage);
            System.arraycopy(garbage, 0, cut, at, garbage.length);
        }
        return cut;
    }

    private void assertHolds(byte[] main, byte[] wal, long acknowledged, String what) throws IOException {
        Path copy = directory.resolve("cut.db");
        Files.deleteIfExists(Path.of(copy + "-shm"));
        Files.write(copy, main);
        Files.write(WalFile.of(copy), wal);
        assertThat(Checked.file(copy).damages()).as(what).isEmpty();
        try (Store store = JdbcStore.open(copy)) {
            List<InterconnectRecord> found = store.interconnects();
            if (found.isEmpty()) {
                assertThat(acknowledged).as(what).isZero();
                return;
            }
            long next = store.nextSequences(interconnect)[0];
            assertThat(next).as(what).isGreaterThanOrEqualTo(acknowledged);
            assertThat(Commits.readAll(store, interconnect, 0, 0))
                    .as(what)
                    .isEqualTo(LongStream.range(0, next)
                            .mapToObj(PowerCutTest::item)
                            .toList());
            Commits commits = new Commits();
            commits.store(store, interconnect, List.of(item(next)));
            assertThat(commits.failed).as(what).isEmpty();
        }
        assertThat(Checked.file(copy).damages()).as(what).isEmpty();
    }

    private static long acknowledged(List<Acknowledged> all, long length, long before) {
        long items = before;
        for (Acknowledged one : all) {
            if (one.length() <= length) {
                items = one.items();
            }
        }
        return items;
    }

    @Test
    void logMayEndAnywhere() throws IOException {
        for (int i = 0; i < CUTS; i++) {
            int at = i < 3 ? i * 31 : where(first);
            assertHolds(file, cut(log, new byte[0], at, i % 3), acknowledged(first, at, 0), "log cut at " + at);
        }
        assertHolds(file, log, acknowledged(first, log.length, 0), "not cut");
    }

    /** The log of the first commits, and a few bytes of the next one, at every length. */
    @Test
    void everyPrefixOfTheLogHasWhatWasAcknowledged() throws IOException {
        int end = (int) first.get(1).length() + 40;
        for (int at = random.nextInt(STEP); at <= end; at += STEP) {
            assertReads(file, Arrays.copyOf(log, at), acknowledged(first, at, 0), "log of " + at + " bytes");
        }
    }

    @Test
    void everyBlockOfTheLogMayBeTorn() throws IOException {
        long before = acknowledged(first, log.length, 0);
        for (int block = random.nextInt(STEP); block * BLOCK < secondLog.length; block += STEP) {
            for (int way = 0; way < 3; way++) {
                int at = block * BLOCK + random.nextInt(BLOCK);
                String what = "block " + block + " of the log torn at " + at + ", way " + way;
                assertReads(
                        file, cut(log, new byte[0], Math.min(at, log.length), way), acknowledged(first, at, 0), what);
                byte[] wal = cut(secondLog, log, Math.min(at, secondLog.length), way);
                assertReads(checkpointed, wal, acknowledged(second, at, before), "second " + what);
            }
        }
    }

    @Test
    void everyBlockOfACheckpointMayBeTorn() throws IOException {
        long all = acknowledged(first, log.length, 0);
        int blocks = checkpointed.length / BLOCK;
        for (int block = random.nextInt(STEP); block < blocks; block += STEP) {
            for (int way = 0; way < 3; way++) {
                int at = block * BLOCK + random.nextInt(BLOCK);
                assertReads(checkpointed(at, way), log, all, "block " + block + " of the file torn at " + at);
            }
        }
    }

    private byte[] checkpointed(int at, int way) {
        return cut(checkpointed, file, at, way);
    }

    /** A host that starts has everything that was acknowledged, and goes on behind it. */
    private void assertReads(byte[] main, byte[] wal, long acknowledged, String what) throws IOException {
        Path copy = directory.resolve("read.db");
        Files.deleteIfExists(Path.of(copy + "-shm"));
        Files.write(copy, main);
        Files.write(WalFile.of(copy), wal);
        try (Store store = JdbcStore.open(copy)) {
            if (store.interconnects().isEmpty()) {
                assertThat(acknowledged).as(what).isZero();
                return;
            }
            long next = store.nextSequences(interconnect)[0];
            assertThat(next).as(what).isGreaterThanOrEqualTo(acknowledged);
            List<Packet> expected =
                    LongStream.range(0, next).mapToObj(PowerCutTest::item).toList();
            assertThat(Commits.readAll(store, interconnect, 0, 0).equals(expected))
                    .as(what)
                    .isTrue();
        }
    }

    /** At the end of a commit, near it, or anywhere. */
    private int where(List<Acknowledged> all) {
        int end = (int) all.get(random.nextInt(COMMITS)).length();
        return switch (random.nextInt(3)) {
            case 0 -> end;
            case 1 -> end - 1 - random.nextInt(FRAME);
            default -> random.nextInt((int) all.get(COMMITS - 1).length());
        };
    }

    @Test
    void secondRoundOfTheLogMayEndAnywhereInTheFirst() throws IOException {
        long before = acknowledged(first, log.length, 0);
        for (int i = 0; i < CUTS; i++) {
            int at = i < 3 ? i * 31 : where(second);
            byte[] wal = cut(secondLog, log, at, i % 3);
            assertHolds(checkpointed, wal, acknowledged(second, at, before), "second log cut at " + at);
        }
    }

    /** The pages, from 0, that the checkpoint writes. */
    private List<Integer> written() {
        List<Integer> pages = new ArrayList<>();
        for (int page = 0; page < checkpointed.length / PAGE; page++) {
            int from = page * PAGE;
            if (from >= file.length || !Arrays.equals(checkpointed, from, from + PAGE, file, from, from + PAGE)) {
                pages.add(page);
            }
        }
        return pages;
    }

    /** The log is there until all of the file is synced. */
    @Test
    void checkpointMayEndAnywhereAndInAnyOrder() throws IOException {
        long all = acknowledged(first, log.length, 0);
        for (int i = 0; i < CUTS; i++) {
            int at = written().get(random.nextInt(written().size())) * PAGE + random.nextInt(PAGE);
            byte[] main = cut(checkpointed, file, at, i % 3);
            if (i % 2 == 0) {
                for (int page = 0; page < main.length / PAGE; page++) {
                    byte[] other = random.nextBoolean() ? checkpointed : file;
                    if ((page + 1) * PAGE <= Math.min(other.length, main.length)) {
                        System.arraycopy(other, page * PAGE, main, page * PAGE, PAGE);
                    }
                }
            }
            assertHolds(main, log, all, "checkpoint cut at " + at);
        }
    }
}
