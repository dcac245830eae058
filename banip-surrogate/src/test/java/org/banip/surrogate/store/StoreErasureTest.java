package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.TestRecords.packet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Erases BANs from an SQLite file. */
class StoreErasureTest {
    private static final int PAYLOAD = 40;

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    static InterconnectRecord of(String ban, long seed) {
        InterconnectRecord record = TestRecords.interconnect(seed);
        return new InterconnectRecord(
                0,
                record.session(),
                record.identity(),
                new BanDescription(ban, record.ban().groups()),
                record.surrogateType(),
                record.chains(),
                record.registeredNanos());
    }

    /** Packets whose payloads no other interconnect has. */
    static List<Packet> packets(long seed, int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> {
                    Packet packet = packet(0, i, PAYLOAD + i % 9 * 500);
                    byte[] payload = packet.payload().clone();
                    for (int at = 0; at < 8; at++) {
                        payload[at] = (byte) (seed * 31 + at * 7L);
                    }
                    return Packet.of(packet.header(), payload);
                })
                .toList();
    }

    @Test
    void noByteOfTheBanIsLeftAndTheOthersAreWhole() throws Exception {
        Path file = directory.resolve("store.db");
        List<InterconnectRecord> gone = new ArrayList<>();
        InterconnectRecord stays;
        try (Store store = JdbcStore.open(file)) {
            gone.add(store.create(of("patient-gone", 1)));
            stays = store.create(of("patient-stays", 2));
            gone.add(store.create(of("patient-gone", 3)));
            for (int slice = 0; slice < 6; slice++) {
                new Commits().store(store, gone.get(0), packets(1, slice * 60, 60));
                new Commits().store(store, stays, packets(2, slice * 60, 60));
                new Commits().store(store, gone.get(1), packets(3, slice * 60, 60));
            }
            // As a killed host leaves it: the end of the log is not in extents, and not in the file.
            Files.copy(file, directory.resolve("killed.db"));
            Files.copy(directory.resolve("store.db-wal"), directory.resolve("killed.db-wal"));
        }
        Path killed = directory.resolve("killed.db");
        assertThat(Files.size(directory.resolve("killed.db-wal"))).isPositive();
        for (Path one : List.of(file, killed)) {
            assertThat(found(one, gone)).as("before").isPositive();
            List<String> steps = new ArrayList<>();
            StoreErasure.Erased erased =
                    StoreErasure.erase(StoreLocation.of(one.toString()), "patient-gone", steps::add);
            assertThat(erased)
                    .isEqualTo(new StoreErasure.Erased(
                            2,
                            0,
                            720,
                            2L
                                    * packets(1, 0, 360).stream()
                                            .mapToLong(packet -> packet.payload().length)
                                            .sum(),
                            ""));
            assertThat(steps)
                    .containsExactly(
                            "removing 2 sessions", "rewriting the file", "looking for damaged rows that may be of it");
            assertThat(found(one, gone)).as("after").isZero();
            assertThat(Checked.file(one).damages()).isEmpty();
            try (Store store = JdbcStore.open(one)) {
                assertThat(store.interconnects()).containsExactly(stays);
                Commits.assertSame(Commits.readAll(store, stays, 0, 0), packets(2, 0, 360));
                Commits commits = new Commits();
                commits.store(store, stays, packets(2, 360, 20));
                commits.store(store, store.create(of("patient-gone", 4)), packets(4, 0, 20));
                assertThat(commits.failed).isEmpty();
                Commits.assertSame(Commits.readAll(store, stays, 0, 0), packets(2, 0, 380));
            }
            assertThat(Checked.file(one).damages()).isEmpty();
        }
    }

    /** A damaged name may be any BAN's. What belongs to a BAN that can be read is not of another one. */
    @Test
    void damagedRowsThatMayBeOfTheBanAreTold() throws Exception {
        Path file = directory.resolve("store.db");
        InterconnectRecord renamed;
        InterconnectRecord unreadable;
        try (Store store = JdbcStore.open(file)) {
            new Commits().store(store, store.create(of("patient-1", 1)), packets(1, 0, 10));
            renamed = store.create(of("patient-1", 2));
            unreadable = store.create(of("patient-1", 3));
            store.create(of("patient-2", 4));
        }
        String url = "jdbc:sqlite:" + file;
        try (Connection connection = TestConnections.open(url);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE interconnect SET ban = replace(ban, 'patient-1', 'patient-3') WHERE session = '"
                    + renamed.session() + "'");
            statement.execute(
                    "UPDATE interconnect SET ban = 'x' || ban WHERE session = '" + unreadable.session() + "'");
            statement.execute("UPDATE interconnect SET epoch_check = 7 WHERE ban LIKE '%patient-2%'");
        }
        StoreLocation location = StoreLocation.of(file.toString());
        StoreErasure.Erased erased = StoreErasure.erase(location, "patient-1", step -> {});
        assertThat(erased.sessions()).isEqualTo(1);
        assertThat(erased.items()).isEqualTo(10);
        assertThat(erased.remains())
                .startsWith(
                        "2 damaged rows may hold data of BAN patient-1, because it cannot be read whose they are:\n")
                .contains(
                        "\n  interconnect, interconnect " + renamed.session() + " (row 2): its checksum does not match")
                .contains("\n  interconnect, interconnect " + unreadable.session() + " (row 3): its checksum does not")
                .contains("run 'banip forget' once more");
        assertThatThrownBy(() -> StoreErasure.erase(location, "patient-1", step -> {}))
                .as("nothing else is left of it")
                .isInstanceOf(BanipException.class)
                .hasMessageStartingWith(
                        "BAN patient-1 is not in " + file + "; there are patient-2, patient-3. But 2 damaged rows");
    }

    /** How often something of these interconnects is in the store's files: parts of their payloads, their sessions, their BAN. */
    private static long found(Path store, List<InterconnectRecord> gone) throws IOException {
        List<byte[]> wanted = new ArrayList<>();
        for (int i = 0; i < gone.size(); i++) {
            wanted.add(gone.get(i).session().toString().getBytes(StandardCharsets.US_ASCII));
            wanted.add(gone.get(i).ban().id().getBytes(StandardCharsets.US_ASCII));
            // All of its payloads begin with it, so it also finds parts of rows.
            wanted.add(Arrays.copyOf(packets(i == 0 ? 1 : 3, 0, 1).get(0).payload(), 8));
            for (Packet packet : packets(i == 0 ? 1 : 3, 0, 360)) {
                wanted.add(Arrays.copyOf(packet.payload(), 12));
            }
        }
        long found = 0;
        try (Stream<Path> files = Files.list(store.getParent())) {
            for (Path file : files.filter(name -> name.getFileName().toString().startsWith(store.getFileName() + ""))
                    .toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                found += wanted.stream()
                        .filter(bytes -> content.contains(new String(bytes, StandardCharsets.ISO_8859_1)))
                        .count();
            }
        }
        return found;
    }

    @Test
    void banOfARunningHostIsRefusedAndAnUnknownOneToo() {
        Path file = directory.resolve("store.db");
        StoreLocation location = StoreLocation.of(file.toString());
        InterconnectRecord one;
        try (Store store = JdbcStore.open(file)) {
            one = store.create(of("patient-1", 1));
            new Commits().store(store, one, packets(1, 0, 10));
            assertThatThrownBy(() -> StoreErasure.erase(location, "patient-1", step -> {}))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("BAN patient-1 is not erased, because it may be streaming: store " + file
                            + " is in use by another process (host or store), "
                            + ProcessHandle.current().pid())
                    .hasMessageEndingWith("Stop that process first: the file is rewritten");
            Commits.assertSame(Commits.readAll(store, one, 0, 0), packets(1, 0, 10));
        }
        assertThatThrownBy(() -> StoreErasure.erase(location, "patient-2", step -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("BAN patient-2 is not in " + file + "; there are patient-1");
        assertThatThrownBy(() -> StoreErasure.erase(
                        StoreLocation.of(directory.resolve("none.db").toString()), "patient-1", step -> {}))
                .hasMessageContaining("none.db does not exist");
        assertThat(directory.resolve("none.db")).doesNotExist();
        try (Store store = JdbcStore.openForReading(file)) {
            Commits.assertSame(Commits.readAll(store, one, 0, 0), packets(1, 0, 10));
        }
    }
}
