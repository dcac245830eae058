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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page of an SQLite file is garbage: what can be read is read, what cannot is named. */
class DamagedFileTest {
    private static final int ITEMS = 1500;
    private static final List<Packet> PACKETS = DamagedStore.packets(0, ITEMS);

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private DamagedStore stored;
    private InterconnectRecord interconnect;

    @BeforeEach
    void writeStore() {
        stored = new DamagedStore(directory);
        interconnect = stored.write(PACKETS);
    }

    private ReadBack readAll(Store store) {
        ReadBack read = ReadBack.of(store, interconnect, 0, ITEMS, PACKETS);
        assertThat(read.damages())
                .allSatisfy(
                        damage -> assertThat(damage).startsWith("stored item ").contains("of group 0"));
        return read;
    }

    private void assertIsRead(Store store, int items, int damages) {
        ReadBack read = readAll(store);
        assertThat(read.items()).hasSize(items);
        assertThat(read.damages()).hasSize(damages);
    }

    @Test
    void garbageInAPageCostsWhatIsOnThatPage() throws IOException {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        byte[] garbage = new byte[DamagedStore.PAGE];
        new Random(seed).nextBytes(garbage);
        byte[] whole = stored.bytes();
        int pages = whole.length / DamagedStore.PAGE;
        int mostlyReadable = 0;
        for (int page = 1; page < pages; page++) {
            byte[] damaged = whole.clone();
            System.arraycopy(garbage, 0, damaged, page * DamagedStore.PAGE, DamagedStore.PAGE);
            Path copy = stored.damaged(damaged);
            try (Store store = JdbcStore.openForReading(copy)) {
                ReadBack read = readAll(store);
                assertThat(read.items().size() + read.damages().size())
                        .as("page " + page)
                        .isEqualTo(ITEMS);
                mostlyReadable += read.items().size() > ITEMS - 100 ? 1 : 0;
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
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + stored.file());
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT rootpage FROM sqlite_master WHERE name = 'item_extent'")) {
            assertThat(row.next()).isTrue();
            byte[] bytes = stored.bytes();
            int page = row.getInt(1) - 1;
            Arrays.fill(bytes, page * DamagedStore.PAGE, (page + 1) * DamagedStore.PAGE, (byte) 0xaa);
            stored.damaged(bytes);
        }
        try (Store store = JdbcStore.openForReading(directory.resolve("damaged.db"))) {
            assertThat(store.nextSequences(interconnect)[0]).isEqualTo(ITEMS);
            assertIsRead(store, ITEMS, 0);
        }
    }

    @Test
    void manyMessagesOfSqliteAboutATableAreOneDamage() throws SQLException, IOException {
        byte[] bytes = stored.bytes();
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + stored.file());
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT rootpage FROM sqlite_master WHERE name = 'item_extent'")) {
            assertThat(row.next()).isTrue();
            int page = (row.getInt(1) - 1) * DamagedStore.PAGE;
            assertThat(bytes[page]).as("a leaf of a table, or of an index").isIn((byte) 13, (byte) 10);
            int cells = bytes[page + 4] & 0xff;
            assertThat(cells).isGreaterThan(2);
            for (int cell = 0; cell < cells; cell++) {
                bytes[page + 8 + 2 * cell] = 0;
                bytes[page + 9 + 2 * cell] = 1; // the cell begins within the page's head
            }
        }
        Path damaged = stored.damaged(bytes);
        List<StoreDamage> structure = Checked.file(damaged).damages().stream()
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
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + stored.file());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE item SET payload = zeroblob(" + claimed + ") WHERE sequence = 700");
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try (Store store = JdbcStore.openForReading(stored.file())) {
            assertIsRead(store, ITEMS - 1, 1);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(claimed / 2);
    }

    /** A flipped bit can turn a column into one without content, though the schema forbids that. */
    @Test
    void columnsWithoutContentAreDamage() throws SQLException {
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + stored.file());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA writable_schema = ON");
            statement.execute("UPDATE sqlite_master SET sql ="
                    + " replace(replace(sql, 'NOT NULL,', ','), 'NOT NULL UNIQUE', 'UNIQUE')");
        }
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + stored.file());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE item_extent SET items = NULL");
            statement.execute(
                    "INSERT INTO interconnect (id, session, ban, registered_nanos) VALUES (7, NULL, NULL, 1)");
        }
        try (Store store = JdbcStore.openForReading(stored.file())) {
            assertThat(store.interconnects()).containsExactly(interconnect);
            assertIsRead(store, ITEMS, 0);
        }
        assertThat(Checked.file(stored.file()).damages().toString()).contains("has no text", "no items");
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
        List<Packet> packets = DamagedStore.packets(0, 50);
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
