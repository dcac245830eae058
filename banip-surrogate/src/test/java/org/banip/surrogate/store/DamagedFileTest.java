package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.TestRecords.packet;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page of an SQLite file is garbage: what can be read is read, what cannot is named. */
class DamagedFileTest {
    private static final int PAGE = 4096;
    private static final int ITEMS = 1500;
    private static final List<Packet> PACKETS =
            IntStream.range(0, ITEMS).mapToObj(i -> packet(0, i, 60)).toList();

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private Path file;
    private InterconnectRecord interconnect;

    @BeforeEach
    void writeStore() {
        file = directory.resolve("store.db");
        try (Store store = JdbcStore.open(file)) {
            interconnect = store.create(TestRecords.interconnect(1));
            new Commits().store(store, interconnect, PACKETS);
        }
    }

    /** What reading a damaged file brought. */
    private record Read(int readable, long named) {}

    private Read readAll(Store store) {
        int[] readable = new int[1];
        long named = 0;
        long next = 0;
        while (next < ITEMS) {
            try {
                store.read(interconnect, 0, next, item -> {
                    assertThat(item).isEqualTo(PACKETS.get((int) item.sequence()));
                    readable[0]++;
                    return true;
                });
                next = ITEMS;
            } catch (DamagedItemException e) {
                assertThat(e.resumeSequence()).isGreaterThan(next);
                assertThat(e).hasMessageStartingWith("stored item ").hasMessageContaining("of group 0");
                next = e.resumeSequence();
                named++;
            }
        }
        return new Read(readable[0], named);
    }

    @Test
    void garbageInAPageCostsWhatIsOnThatPage() throws IOException {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        byte[] garbage = new byte[PAGE];
        new Random(seed).nextBytes(garbage);
        byte[] whole = Files.readAllBytes(file);
        int pages = whole.length / PAGE;
        int mostlyReadable = 0;
        for (int page = 1; page < pages; page++) {
            byte[] damaged = whole.clone();
            System.arraycopy(garbage, 0, damaged, page * PAGE, PAGE);
            Path copy = Files.write(directory.resolve("damaged.db"), damaged);
            try (Store store = JdbcStore.openForReading(copy)) {
                Read read = readAll(store);
                assertThat(read.readable() + read.named()).as("page " + page).isEqualTo(ITEMS);
                mostlyReadable += read.readable() > ITEMS - 100 ? 1 : 0;
            } catch (BanipException e) {
                assertThat(e).hasMessageContaining("damaged.db").hasMessageContaining("malformed");
            }
        }
        System.out.println(mostlyReadable + " of " + pages + " pages may be garbage and most is read");
        // The others hold the schema, the interconnects, or the root of the items.
        assertThat(mostlyReadable).isGreaterThan(pages * 3 / 4);
    }

    @Test
    void indexThatIsDamagedIsReplacedByTheLog() throws SQLException, IOException {
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT rootpage FROM sqlite_master WHERE name = 'item_extent'")) {
            assertThat(row.next()).isTrue();
            byte[] bytes = Files.readAllBytes(file);
            int page = row.getInt(1) - 1;
            Arrays.fill(bytes, page * PAGE, (page + 1) * PAGE, (byte) 0xaa);
            Files.write(directory.resolve("damaged.db"), bytes);
        }
        try (Store store = JdbcStore.openForReading(directory.resolve("damaged.db"))) {
            assertThat(store.nextSequences(interconnect)[0]).isEqualTo(ITEMS);
            assertThat(readAll(store)).isEqualTo(new Read(ITEMS, 0));
        }
    }

    @Test
    void manyMessagesOfSqliteAboutATableAreOneDamage() throws SQLException, IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT rootpage FROM sqlite_master WHERE name = 'item_extent'")) {
            assertThat(row.next()).isTrue();
            int page = (row.getInt(1) - 1) * PAGE;
            assertThat(bytes[page]).as("a leaf of a table, or of an index").isIn((byte) 13, (byte) 10);
            int cells = bytes[page + 4] & 0xff;
            assertThat(cells).isGreaterThan(2);
            for (int cell = 0; cell < cells; cell++) {
                bytes[page + 8 + 2 * cell] = 0;
                bytes[page + 9 + 2 * cell] = 1; // the cell begins within the page's head
            }
        }
        Path damaged = Files.write(directory.resolve("damaged.db"), bytes);
        List<StoreDamage> structure = found(damaged).stream()
                .filter(damage -> damage.what().contains("SQLite"))
                .toList();
        assertThat(structure)
                .extracting(StoreDamage::table)
                .contains("item_extent")
                .doesNotHaveDuplicates();
        assertThat(structure)
                .filteredOn(damage -> damage.table().equals("item_extent"))
                .allSatisfy(damage -> assertThat(damage.what())
                        .matches("its structure in the file is damaged: [0-9]+ messages of SQLite, the first:"
                                + " Tree [0-9]+ page [0-9]+ cell [0-9]+: Offset 1 out of range [0-9.]+"));
    }

    /** SQLite follows the length in a row's head as far as the file is long; the store's own limit comes before it allocates. */
    @Test
    void rowThatClaimsToBeLongIsNotRead() throws SQLException {
        int claimed = 64 << 20;
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE item SET payload = zeroblob(" + claimed + ") WHERE sequence = 700");
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try (Store store = JdbcStore.openForReading(file)) {
            assertThat(readAll(store)).isEqualTo(new Read(ITEMS - 1, 1));
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(claimed / 2);
    }

    /** A flipped bit can turn a column into one without content, though the schema forbids that. */
    @Test
    void columnsWithoutContentAreDamage() throws SQLException {
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA writable_schema = ON");
            statement.execute("UPDATE sqlite_master SET sql ="
                    + " replace(replace(sql, 'NOT NULL,', ','), 'NOT NULL UNIQUE', 'UNIQUE')");
        }
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE item_extent SET items = NULL");
            statement.execute(
                    "INSERT INTO interconnect (id, session, ban, registered_nanos) VALUES (7, NULL, NULL, 1)");
        }
        try (Store store = JdbcStore.openForReading(file)) {
            assertThat(store.interconnects()).containsExactly(interconnect);
            assertThat(readAll(store)).isEqualTo(new Read(ITEMS, 0));
        }
        assertThat(found(file).toString()).contains("has no text", "no items");
    }

    private static List<StoreDamage> found(Path store) {
        List<StoreDamage> found = new ArrayList<>();
        StoreCheck.run(StoreLocation.of(store.toString()), new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                found.add(damage);
            }

            @Override
            public void progress(String step, long done, long total) {}
        });
        return found;
    }

    @Test
    void fileOfTheFirstSchemaIsReadAndBroughtUpToDate() throws Exception {
        Path old = directory.resolve("old.db");
        Files.copy(
                Path.of(DamagedFileTest.class
                        .getResource("/store-of-schema-1.db")
                        .toURI()),
                old);
        InterconnectRecord stored;
        List<Packet> packets =
                IntStream.range(0, 50).mapToObj(i -> packet(0, i, 60)).toList();
        try (Store store = JdbcStore.openForReading(old)) {
            stored = store.interconnects().get(0);
            assertThat(Commits.readAll(store, stored, 0, 0)).isEqualTo(packets);
            assertThat(store.lastKeyPacket(stored, 0)).isPresent();
        }
        try (Store store = JdbcStore.open(old)) {
            assertThat(Commits.readAll(store, stored, 0, 0)).isEqualTo(packets);
            new Commits().store(store, stored, List.of(packet(0, 50, 60)));
            assertThat(store.nextSequences(stored)).containsExactly(51, 0);
        }
    }
}
