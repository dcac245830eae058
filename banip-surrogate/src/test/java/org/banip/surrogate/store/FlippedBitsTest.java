package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.MemoryFolder;
import org.banip.surrogate.alert.StoredAlerts;
import org.banip.surrogate.api.GroupStop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One bit of an SQLite store is wrong: the check names it, or nothing that is read changes; and the rest is read. */
class FlippedBitsTest {
    private static final int PAGE = 4096;
    /** Flips a bit of the log whose checksum other bits have as well. */
    private static final long SEED = -7_900_105_867_134_180_903L;

    private static final int MOST_ON_A_PAGE = 40;
    private static final int LOG_HEADER = 32;
    private static final int FRAME_HEADER = 24;
    /** First bytes of interior pages of an index and of a table. */
    private static final byte INTERIOR_INDEX = 2;

    private static final byte INTERIOR_TABLE = 5;
    private static final int ALERTS = 60;
    private static final long ENDED = 1_800_000_000_123_456_789L;
    private static final int FLIPS = Integer.getInteger("banip.test.flips", 200);

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private Path file;
    private Path log;
    /** Pages, from 0, that say what the others are: the first one, and what is above the items' and extents' pages, or of another table. */
    private final Set<Long> indispensable = new HashSet<>();

    private final List<InterconnectRecord> interconnects = new ArrayList<>();
    private final Map<InterconnectRecord, Map<Integer, List<Sequenced>>> stored = new LinkedHashMap<>();

    private List<String> alerts = List.of();

    /** Alerts; two interconnects, one of them removed and so leaving free pages, extents that are full and not, items of many sizes, and an unindexed tail in the log. */
    @BeforeEach
    void writeStore() throws Exception {
        Path running = directory.resolve("running.db");
        file = directory.resolve("store.db");
        log = directory.resolve("store.db-wal");
        try (Store store = JdbcStore.open(running)) {
            StoredAlerts.write(store.sideTables().orElseThrow(), "ban-2", ALERTS);
            for (int seed = 1; seed <= 2; seed++) {
                InterconnectRecord one = store.create(TestRecords.interconnect(seed));
                interconnects.add(one);
                stored.put(one, new TreeMap<>());
                write(store, one, 0, 0, 700, 60);
                write(store, one, 1, 0, 40, 1800);
                write(store, one, 0, 700, 3, 9000);
            }
            store.end(interconnects.get(1), ENDED);
            store.keepDetectors(interconnects.get(0), TestRecords.DETECTORS);
            store.noteStop(interconnects.get(0), 1, new NotedStop(new GroupStop("clara", 5), 7));
        }
        try (JdbcStore store = JdbcStore.open(running)) {
            InterconnectRecord gone = store.create(TestRecords.interconnect(3));
            write(store, gone, 0, 0, 300, 200);
            stored.remove(gone);
            try (var connection = TestConnections.open("jdbc:sqlite:" + running);
                    var statement = connection.createStatement()) {
                statement.execute("PRAGMA foreign_keys = ON");
                statement.execute("DELETE FROM interconnect WHERE id = " + gone.id());
            }
            for (InterconnectRecord one : interconnects) {
                write(store, one, 0, 703, 40, 60);
                new Commits().store(store, one, List.of(gap(1, 40, 9, Gap.Reason.SENSOR_SILENT)));
                stored.get(one).get(1).add(gap(1, 40, 9, Gap.Reason.SENSOR_SILENT));
            }
            StoredAlerts.write(store.sideTables().orElseThrow(), "ban-1", 8);
            alerts = StoredAlerts.read(store.sideTables().orElseThrow());
            Files.copy(running, file);
            Files.copy(directory.resolve("running.db-wal"), log);
        }
        assertThat(Files.size(log)).isGreaterThan(10 * PAGE);
        findIndispensable();
    }

    private void findIndispensable() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        indispensable.add(0L);
        for (int page = 1; page < bytes.length / PAGE; page++) {
            if (bytes[page * PAGE] == INTERIOR_INDEX || bytes[page * PAGE] == INTERIOR_TABLE) {
                indispensable.add((long) page);
            }
        }
        try (var connection = TestConnections.open("jdbc:sqlite:" + directory.resolve("running.db"));
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT rootpage FROM sqlite_master WHERE rootpage > 0"
                        + " AND tbl_name NOT IN ('item', 'item_extent') AND tbl_name NOT LIKE 'alert%'"
                        + " UNION SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")) {
            while (row.next()) {
                indispensable.add(row.getLong(1) - 1);
            }
        }
    }

    private void write(Store store, InterconnectRecord one, int group, int from, int count, int bytes) {
        List<Packet> packets = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            packets.add(packet(group, i, bytes));
        }
        new Commits().store(store, one, packets);
        stored.computeIfAbsent(one, any -> new TreeMap<>())
                .computeIfAbsent(group, any -> new ArrayList<>())
                .addAll(packets);
    }

    /** What is read: everything but what is named. */
    private record Read(
            Map<InterconnectRecord, Map<Integer, List<Sequenced>>> items,
            List<UUID> ended,
            List<String> alerts,
            List<String> named) {}

    private Read whole() {
        return new Read(stored, List.of(interconnects.get(1).session()), alerts, List.of());
    }

    private Read readAll(Path database) {
        List<String> named = new ArrayList<>();
        List<String> read = new ArrayList<>();
        List<UUID> ended = new ArrayList<>();
        Map<InterconnectRecord, Map<Integer, List<Sequenced>>> items = new LinkedHashMap<>();
        try (Store store = JdbcStore.openForReading(database)) {
            List<InterconnectRecord> found = store.interconnects();
            for (int i = found.size() - 1; i >= 0; i--) {
                InterconnectRecord one = found.get(i);
                if (store.hasEnded(one)) {
                    ended.add(one.session());
                }
                long[] ends = store.nextSequences(one);
                for (int group = 0; group < ends.length; group++) {
                    items.computeIfAbsent(one, any -> new TreeMap<>())
                            .put(group, readAll(store, one, group, ends[group], named));
                }
            }
            read.addAll(StoredAlerts.read(store.sideTables().orElseThrow()));
        } catch (BanipException e) {
            named.add(String.valueOf(e.getMessage()));
        }
        return new Read(items, ended, read, named);
    }

    private static List<Sequenced> readAll(
            Store store, InterconnectRecord one, int group, long end, List<String> named) {
        List<Sequenced> items = new ArrayList<>();
        long next = 0;
        while (next < end) {
            try {
                store.read(one, group, next, item -> {
                    items.add(item);
                    return true;
                });
                next = end;
            } catch (DamagedItemException e) {
                named.add(String.valueOf(e.getMessage()));
                next = e.resumeSequence();
            }
        }
        return items;
    }

    private static void flip(Path target, long bit) throws IOException {
        byte[] bytes = Files.readAllBytes(target);
        bytes[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
        Files.write(target, bytes);
    }

    private void restore(Path copy) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(Path.of(copy + suffix));
        }
        Files.copy(file, copy);
        Files.copy(log, Path.of(copy + "-wal"));
    }

    /** Counts what became of flips. */
    private static final class Outcomes {
        int harmless;
        int named;
        final List<String> silent = new ArrayList<>();
        final TreeMap<Integer, Integer> unread = new TreeMap<>();
        final List<String> tooMuch = new ArrayList<>();
    }

    @Test
    void storeIsWhole() throws IOException {
        Path copy = directory.resolve("copy.db");
        restore(copy);
        assertThat(Checked.file(copy).damages()).isEmpty();
        assertThat(readAll(copy)).isEqualTo(whole());
    }

    @Test
    void everyBitOfTheFileIsCheckedOrDoesNotMatter() throws IOException {
        long seed = Long.getLong("banip.test.seed", SEED);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Outcomes outcomes = new Outcomes();
        int pages = (int) (Files.size(file) / PAGE);
        for (int i = 0; i < FLIPS; i++) {
            // Half of them in the first bytes of pages, which say what the rest is.
            int page = random.nextInt(pages);
            int at = i % 2 == 0 ? random.nextInt(PAGE) : random.nextInt(page == 0 ? 200 : 40);
            one(file, (long) page * PAGE + at, random.nextInt(8), outcomes);
        }
        report(outcomes);
    }

    @Test
    void everyBitOfTheLogIsCheckedOrDoesNotMatter() throws IOException {
        long seed = Long.getLong("banip.test.seed", SEED);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Outcomes outcomes = new Outcomes();
        for (int at = 0; at < 32 + 24; at++) {
            one(log, at, random.nextInt(8), outcomes);
        }
        for (int i = 0; i < FLIPS / 4; i++) {
            one(log, random.nextInt((int) Files.size(log)), random.nextInt(8), outcomes);
        }
        report(outcomes);
        assertThat(outcomes.tooMuch).isEmpty();
    }

    /** Among all pages those of alerts are few. Here they are in the file, and nothing is in the log. */
    @Test
    void everyBitOfTheTablesOfAlertsIsCheckedOrDoesNotMatter() throws Exception {
        long seed = Long.getLong("banip.test.seed", SEED);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Outcomes outcomes = new Outcomes();
        List<Integer> pages = checkpoint();
        assertThat(pages).hasSizeGreaterThan(10);
        for (int i = 0; i < FLIPS; i++) {
            int page = pages.get(random.nextInt(pages.size()));
            int at = i % 4 == 0 ? random.nextInt(40) : random.nextInt(PAGE);
            one(file, (long) page * PAGE + at, random.nextInt(8), outcomes);
        }
        report(outcomes);
        assertThat(outcomes.unread.keySet()).as("items that are not read").containsExactly(0);
    }

    /** Moves the log into the file. Returns the pages of alerts, from 0. */
    private List<Integer> checkpoint() throws Exception {
        Path whole = directory.resolve("whole.db");
        restore(whole);
        List<Integer> roots = new ArrayList<>();
        try (var connection = TestConnections.open("jdbc:sqlite:" + whole);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            try (var row = statement.executeQuery(
                    "SELECT rootpage FROM sqlite_master WHERE rootpage > 0 AND tbl_name LIKE 'alert%'")) {
                while (row.next()) {
                    roots.add(row.getInt(1) - 1);
                }
            }
        }
        file = whole;
        log = Files.createFile(directory.resolve("empty-wal"));
        List<Integer> pages = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(whole));
        roots.forEach(root -> addTree(bytes, root, pages));
        return pages;
    }

    /** Adds a page and those below it (https://sqlite.org/fileformat2.html, "B-tree Pages"). */
    private static void addTree(ByteBuffer bytes, int page, List<Integer> pages) {
        int start = page * PAGE;
        pages.add(page);
        byte kind = bytes.get(start);
        if (kind != INTERIOR_INDEX && kind != INTERIOR_TABLE) {
            return;
        }
        for (int cell = 0; cell < bytes.getShort(start + 3); cell++) {
            addTree(bytes, bytes.getInt(start + bytes.getShort(start + 12 + 2 * cell)) - 1, pages);
        }
        addTree(bytes, bytes.getInt(start + 8) - 1, pages);
    }

    private static void report(Outcomes outcomes) {
        System.out.println(outcomes.named + " named, " + outcomes.harmless
                + " harmless; items not read, and how often: " + outcomes.unread);
        assertThat(outcomes.silent).isEmpty();
        assertThat(outcomes.named).isPositive();
        assertThat(outcomes.tooMuch)
                .as("what costs more than the items on its page")
                .isEmpty();
    }

    private void one(Path flipped, long at, int bit, Outcomes outcomes) throws IOException {
        Path copy = directory.resolve("copy.db");
        restore(copy);
        flip(flipped.equals(file) ? copy : Path.of(copy + "-wal"), 8 * at + bit);
        Checked checked = Checked.file(copy);
        Read read = readAll(copy);
        int unread = stored.entrySet().stream()
                .mapToInt(one -> one.getValue().entrySet().stream()
                        .mapToInt(group -> {
                            List<Sequenced> wanted = new ArrayList<>(group.getValue());
                            wanted.removeAll(read.items()
                                    .getOrDefault(one.getKey(), Map.of())
                                    .getOrDefault(group.getKey(), List.of()));
                            return wanted.size();
                        })
                        .sum())
                .sum();
        String what = flipped.getFileName() + " page " + at / PAGE + " byte " + at % PAGE + " bit " + bit;
        if (!checked.damages().isEmpty()) {
            outcomes.named++;
        } else if (read.equals(whole())) {
            outcomes.harmless++;
        } else {
            outcomes.silent.add(what + ": " + unread + " items not read, " + read.named());
        }
        outcomes.unread.merge(unread, 1, Integer::sum);
        if (unread > (isIndispensable(flipped, at) ? Integer.MAX_VALUE : MOST_ON_A_PAGE)) {
            outcomes.tooMuch.add(what + ": " + unread + " not read; "
                    + checked.damages().stream().limit(2).map(StoreDamage::text).toList());
        }
    }

    /** Whether a byte of file or log belongs to a page that leads to others. In the log, some pairs of bits have the same checksum. */
    private boolean isIndispensable(Path flipped, long at) throws IOException {
        if (!flipped.equals(log)) {
            return indispensable.contains(at / PAGE);
        }
        if (at < LOG_HEADER) {
            return false;
        }
        ByteBuffer frames = ByteBuffer.wrap(Files.readAllBytes(log));
        int frame = (int) (LOG_HEADER + (at - LOG_HEADER) / (FRAME_HEADER + PAGE) * (FRAME_HEADER + PAGE));
        byte kind = frames.get(frame + FRAME_HEADER);
        return indispensable.contains(frames.getInt(frame) - 1L) || kind == INTERIOR_INDEX || kind == INTERIOR_TABLE;
    }
}
