package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.banip.core.packet.Packet;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last page of items is damaged: SQLite finds no end of the log then, and what is on other pages is read all the same. */
class DamagedLastPageTest {
    private static final int PAGE = DamagedStore.PAGE;
    private static final int ITEMS = 600;
    /** At the end of the log, a group that ends before its last page. */
    private static final int OF_THE_OTHER_GROUP = 60;

    private static final int MOST_ON_A_PAGE = 40;
    /** First byte of a leaf of a table. */
    private static final byte LEAF = 13;

    private static final int HEADER = 8;
    private static final int SAMPLE = Integer.getInteger("banip.test.flips", 50);
    private static final List<Packet> PACKETS = DamagedStore.packets(0, ITEMS);
    private static final List<Packet> OTHERS = DamagedStore.packets(1, OF_THE_OTHER_GROUP);

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private DamagedStore stored;
    private InterconnectRecord interconnect;

    @BeforeEach
    void writeStore() {
        stored = new DamagedStore(directory);
        interconnect = stored.write(PACKETS.subList(0, 500), OTHERS, PACKETS.subList(500, ITEMS));
    }

    /** The first byte of the page that has the last item's payload. */
    private static int lastPage(byte[] bytes) {
        ByteBuffer payload = ByteBuffer.wrap(PACKETS.get(ITEMS - 1).payload());
        for (int at = 0; at < bytes.length - payload.capacity(); at++) {
            if (ByteBuffer.wrap(bytes, at, payload.capacity()).equals(payload)) {
                assertThat(bytes[at / PAGE * PAGE]).isEqualTo(LEAF);
                return at / PAGE * PAGE;
            }
        }
        throw new AssertionError("the last item is in no page");
    }

    private ReadBack readAll(Path store, int group) {
        try (Store reader = JdbcStore.openForReading(store)) {
            long end = reader.nextSequences(interconnect)[group];
            return ReadBack.of(reader, interconnect, group, end, group == 0 ? PACKETS : OTHERS);
        }
    }

    private void assertOnlyThatPageIsLost(Path damaged, String what) {
        ReadBack read = readAll(damaged, 0);
        assertThat(read.items()).as(what).hasSizeGreaterThanOrEqualTo(ITEMS - MOST_ON_A_PAGE);
        assertThat(read.items().size() + read.named().size()).as(what).isEqualTo(ITEMS);
        assertThat(readAll(damaged, 1).items()).as(what).hasSize(OF_THE_OTHER_GROUP);
        Checked checked = Checked.file(damaged);
        if (!read.named().isEmpty()) {
            assertThat(checked.damages()).as(what).isNotEmpty();
        }
        assertThat(checked.items()).as(what).isGreaterThanOrEqualTo(ITEMS + OF_THE_OTHER_GROUP - MOST_ON_A_PAGE);
    }

    @Test
    void flippedBitInItCostsNoOtherPage() throws IOException {
        long seed = Long.getLong("banip.test.seed", new Random().nextLong());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] whole = stored.bytes();
        int page = lastPage(whole);
        int cells = ByteBuffer.wrap(whole).getShort(page + 3);
        List<Integer> places = new ArrayList<>();
        // The page's header, where its rows begin, and the gap behind; then a sample of the rows.
        IntStream.range(0, HEADER + 2 * cells + 2).forEach(places::add);
        random.ints(SAMPLE, places.size(), PAGE).forEach(places::add);
        for (int place : places) {
            int bit = random.nextInt(8);
            byte[] bytes = whole.clone();
            bytes[page + place] ^= (byte) (1 << bit);
            assertOnlyThatPageIsLost(stored.damaged(bytes), "byte " + place + ", bit " + bit);
        }
    }

    @Test
    void itsItemsAreNamed() throws IOException {
        byte[] bytes = stored.bytes();
        bytes[lastPage(bytes)] = 0x2d;
        Path damaged = stored.damaged(bytes);
        ReadBack read = readAll(damaged, 0);
        assertThat(read.named()).isNotEmpty().contains((long) ITEMS - 1);
        Checked checked = Checked.file(damaged);
        assertThat(checked.names("item", "last rows cannot be read")).isTrue();
        read.named()
                .forEach(number -> assertThat(checked.names("number " + number, "cannot be read"))
                        .isTrue());
        assertOnlyThatPageIsLost(damaged, "no kind of page");
    }

    /** The log has rows behind those that are in extents, and the process was killed. */
    @Test
    void whatIsNotInExtentsIsReadUpToIt() throws Exception {
        Path running = directory.resolve("running.db");
        Path killed = directory.resolve("killed.db");
        try (Store store = JdbcStore.open(running)) {
            interconnect = store.create(TestRecords.interconnect(1));
            new Commits().store(store, interconnect, PACKETS);
            try (var connection = TestConnections.open("jdbc:sqlite:" + running);
                    var statement = connection.createStatement()) {
                statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
            }
            Files.copy(running, killed);
        }
        byte[] bytes = Files.readAllBytes(killed);
        bytes[lastPage(bytes)] = 0x2d;
        Path damaged = stored.damaged(bytes);
        int readable = readAll(damaged, 0).items().size();
        assertThat(readable).isBetween(ITEMS - MOST_ON_A_PAGE, ITEMS - 1);
        Checked checked = Checked.file(damaged);
        assertThat(checked.items()).isEqualTo(readable);
        assertThat(checked.names("item", "last rows cannot be read")).isTrue();
    }
}
