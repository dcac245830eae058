package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.banip.surrogate.wire.Patience.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The contract on SQLite, and what is SQLite's own. */
class SqliteStoreTest extends StoreContract {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("store.db");
    }

    @Override
    Store open(StoreSettings settings) {
        return JdbcStore.openUnlocked(file(), settings);
    }

    @Override
    Store openForReading() {
        return JdbcStore.openForReading(file());
    }

    /** The writer sees that another connection has changed the database. */
    @Override
    ErrorCode afterARemoval() {
        return ErrorCode.UNKNOWN_INTERCONNECT;
    }

    @Override
    Connection connect() throws SQLException {
        return TestConnections.open("jdbc:sqlite:" + file() + "?foreign_keys=true");
    }

    @Test
    void tellsWhetherItTakesWrites() throws Exception {
        try (Store store = open(new StoreSettings(10_000, 1L << 20, Duration.ofMillis(300), 2));
                Connection other = connect();
                Statement statement = other.createStatement()) {
            assertThat(store.takesWrites()).isTrue();
            statement.execute("BEGIN IMMEDIATE");
            await().until(() -> !store.takesWrites());
            statement.execute("COMMIT");
            await().until(store::takesWrites);
        }
    }

    @Test
    void reportsALockHeldTooLongAndRecovers() throws Exception {
        try (Store store = open(new StoreSettings(10_000, 1L << 20, Duration.ofMillis(300), 2));
                Connection other = connect();
                Statement statement = other.createStatement()) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            Commits commits = new Commits();
            commits.store(store, interconnect, List.of(packet(0, 0, 5)));

            statement.execute("BEGIN IMMEDIATE");
            commits.store(store, interconnect, List.of(packet(0, 1, 5), packet(0, 2, 5)));
            assertThat(commits.failed).hasSize(2).allSatisfy(failure -> {
                assertThat(failure.cause().code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
                assertThat(failure.cause()).hasMessageContaining("store.db").hasMessageContaining("locked");
            });
            assertThatThrownBy(() -> store.create(TestRecords.interconnect(2)))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("locked");
            commits.store(store, interconnect, List.of(packet(0, 5, 5)));
            statement.execute("ROLLBACK");

            assertThat(store.nextSequences(interconnect)).containsExactly(1, 0);
            commits.store(store, interconnect, List.of(packet(0, 2, 5), packet(0, 1, 5)));
            assertThat(commits.failed.get(3).cause())
                    .hasMessageContaining("item 2 of group 0 follows one that could not be stored");
            assertSame(readAll(store, interconnect, 0, 0), List.of(packet(0, 0, 5), packet(0, 1, 5)));
        }
    }

    @Test
    void outageIsLoggedOnceAndItsEndAsWell() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(StoreWriter.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try (Store store = open(new StoreSettings(10_000, 1L << 20, Duration.ofMillis(300), 2));
                Connection other = connect();
                Statement statement = other.createStatement()) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            Commits commits = new Commits();
            statement.execute("BEGIN IMMEDIATE");
            for (int tried = 0; tried < 3; tried++) {
                commits.store(store, interconnect, List.of(packet(0, 0, 5)));
            }
            statement.execute("ROLLBACK");
            commits.store(store, interconnect, List.of(packet(0, 0, 5), packet(0, 1, 5)));
            assertThat(commits.committed).hasSize(2);
        } finally {
            logger.setLevel(null);
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .extracting(event -> event.getLevel() + " " + event.getFormattedMessage())
                .satisfiesExactly(
                        lost -> assertThat(lost).startsWith("WARN").contains("cannot commit 1 item"),
                        back -> assertThat(back).startsWith("INFO").contains("takes data again; 3 items"));
    }

    @Test
    void reportsAFullDiskAndRecoversWhenThereIsRoom() throws Exception {
        String url = "jdbc:sqlite:" + directory.resolve("small.db") + "?max_page_count=200&foreign_keys=true";
        try (Store store = JdbcStore.open(url, "", "", SETTINGS)) {
            InterconnectRecord old = store.create(TestRecords.interconnect(1));
            Commits commits = new Commits();
            while (commits.failed.isEmpty()) {
                commits.store(store, old, List.of(packet(0, commits.committed.size(), 60_000)));
            }
            assertThat(commits.failed.get(0).cause().code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
            assertThat(commits.failed.get(0).cause()).hasMessageContaining("full");
            assertSame(readAll(store, old, 0, 0), commits.committed);

            try (Connection operator = TestConnections.open(url);
                    Statement statement = operator.createStatement()) {
                statement.execute("DELETE FROM interconnect");
            }
            InterconnectRecord fresh = store.create(TestRecords.interconnect(2));
            Commits later = new Commits();
            later.store(store, fresh, List.of(packet(0, 0, 60_000)));
            assertSame(readAll(store, fresh, 0, 0), later.committed);
            assertThat(later.committed).hasSize(1);
        }
    }

    @Test
    void writesAheadAndSyncsEveryCommit() throws Exception {
        try (JdbcStore store = JdbcStore.openUnlocked(file(), SETTINGS)) {
            store.create(TestRecords.interconnect(1));
            assertThat(Files.exists(directory.resolve("store.db-wal"))).isTrue();
            assertThat(Dialect.SQLITE.writerProperties(new java.util.Properties(), SETTINGS))
                    .containsEntry("synchronous", "FULL")
                    .containsEntry("journal_mode", "WAL");
        }
    }

    @Test
    void opensAFileTwiceAndMigratesOnce() throws Exception {
        open(SETTINGS).close();
        open(SETTINGS).close();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT version FROM flyway_schema_history ORDER BY installed_rank")) {
            for (int version = 1; version <= Dialect.SQLITE.version; version++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(version);
            }
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void refusesASchemaOfANewerVersion() throws Exception {
        open(SETTINGS).close();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE flyway_schema_history SET version = '99'");
        }
        assertThatThrownBy(() -> open(SETTINGS)).hasMessageContaining("schema version 99 of a newer BANip");
        assertThatThrownBy(this::openForReading).hasMessageContaining("schema version 99 of a newer BANip");
    }

    @Test
    void saysWhatIsWrongWithWhatItCannotOpen() throws Exception {
        assertThatThrownBy(() -> JdbcStore.openForReading(directory.resolve("none.db")))
                .hasMessageContaining("none.db does not exist");
        Path text = Files.writeString(directory.resolve("text.db"), "no database, but as long as a page".repeat(200));
        assertThatThrownBy(() -> JdbcStore.open(text, SETTINGS)).hasMessageContaining("is no SQLite file");
        Path other = directory.resolve("other.db");
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + other);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE other (id INTEGER)");
        }
        assertThatThrownBy(() -> JdbcStore.openForReading(other))
                .hasMessageContaining("has schema version 0, readable");
        assertThatThrownBy(() -> JdbcStore.open(text.resolve("below.db"), SETTINGS))
                .hasMessageContaining("cannot be created");
        assertThatThrownBy(() -> JdbcStore.open("jdbc:mysql://127.0.0.1/x?password=secret", "u", "p", SETTINGS))
                .hasMessageContaining("allowed are jdbc:sqlite: and jdbc:postgresql: URLs")
                .hasMessageNotContaining("secret");
    }

    @Test
    void newestMigrationIsTheVersionTheCodeSpeaks() throws Exception {
        for (Dialect dialect : Dialect.values()) {
            List<String> versions = new ArrayList<>();
            for (String location : dialect.migrations()) {
                Path migrations = Path.of(SqliteStoreTest.class
                        .getResource(location.replace("classpath:", "/"))
                        .toURI());
                try (Stream<Path> files = Files.list(migrations)) {
                    files.map(path -> path.getFileName().toString().replaceAll("V(\\d+)__.*", "$1"))
                            .forEach(versions::add);
                }
            }
            assertThat(versions)
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, dialect.version)
                            .mapToObj(Integer::toString)
                            .toList());
        }
    }

    /** A figure to look at, not to judge by: machines differ. */
    @Test
    void takesManySmallPackets() {
        int count = 100_000;
        try (Store store = open(StoreSettings.DEFAULT)) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            List<Packet> packets =
                    IntStream.range(0, count).mapToObj(i -> packet(0, i, 60)).toList();
            double seconds = Commits.Counting.time(store, interconnect, packets);
            System.out.printf(
                    "sqlite: %d packets of 60 bytes in %.2f s, %.0f per second, %d commits%n",
                    count, seconds, count / seconds, store.statistics().commits());
            assertThat(store.nextSequences(interconnect)).containsExactly(count, 0);
        }
    }
}
