package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.Transcoders;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL, and what is PostgreSQL's own. */
class PostgresStoreIT extends StoreContract {
    @RegisterExtension
    static final Databases DATABASES = new Databases();

    private String database;

    @BeforeEach
    @Override
    void openStore() throws Exception {
        database = DATABASES.create();
        super.openStore();
    }

    @Override
    Store open(StoreSettings settings) {
        return JdbcStore.open(DATABASES.location(database), settings);
    }

    @Override
    Store openForReading() {
        return JdbcStore.openForReading(DATABASES.location(database));
    }

    /** The foreign key refuses it, then the writer looks. */
    @Override
    ErrorCode afterARemoval() {
        return ErrorCode.UNKNOWN_INTERCONNECT;
    }

    @Override
    Connection connect() throws SQLException {
        return DATABASES.connect(database);
    }

    @Test
    void isExportedByItsUrlAlone() throws Exception {
        StoreLocation location = DATABASES.location(database);
        InterconnectRecord interconnect;
        String hex;
        try (Store store = JdbcStore.open(location, SETTINGS)) {
            StoredRecording stored = new Recorder(store, TestRecords.BAN)
                    .sets(0, Recorder.ORIGIN, 0, new int[] {1}, new int[] {2})
                    .store();
            interconnect = stored.interconnect();
            hex = stored.digest().hex();
        }
        Path out = Files.createTempDirectory("banip-export");
        try (Store store = JdbcStore.openForReading(location)) {
            StoredRecording read = new StoredRecording(
                    store, store.find(interconnect.session()).orElseThrow(), Transcoders.installed());
            assertThat(read.digest().hex()).isEqualTo(hex);
            ExportReport report = new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.DIGITAL)
                    .write(read, new ExportTarget(out, "pg", false, ExportProgress.NONE));
            assertThat(report.sensorSets()).isEqualTo(2);
            for (Path file : report.files()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
                Files.delete(file);
            }
        } finally {
            Files.delete(out);
        }
    }

    @Test
    void reportsAServerThatIsGoneAndRecoversWithIt() {
        try (Store store = open(SETTINGS)) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            Commits commits = new Commits();
            commits.store(store, interconnect, List.of(packet(0, 0, 5)));

            DATABASES.server().halt();
            commits.store(store, interconnect, List.of(packet(0, 1, 5)));
            assertThat(commits.failed)
                    .extracting(failure -> failure.cause().code())
                    .containsExactly(ErrorCode.STORAGE_UNAVAILABLE);
            DATABASES.server().resume();

            commits.store(store, interconnect, List.of(packet(0, 1, 5)));
            assertSame(readAll(store, interconnect, 0, 0), List.of(packet(0, 0, 5), packet(0, 1, 5)));
        }
    }

    @Test
    void quotesNoRowInAnError() throws Exception {
        try (Store store = open(SETTINGS)) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("ALTER TABLE item ADD CHECK (first_unit < 10)");
            }
            Commits commits = new Commits();
            commits.store(store, interconnect, List.of(packet(0, 0, 5), packet(0, 1, 5)));
            assertThat(commits.failed)
                    .isNotEmpty()
                    .allSatisfy(failure -> assertThat(failure.cause())
                            .hasMessageContaining("violates check constraint")
                            .hasMessageNotContaining("\\x")
                            .hasMessageNotContaining("Failing row"));
        }
    }

    @Test
    void makesCommitsDurableWhateverTheOperatorSet() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute(Dialect.POSTGRESQL.prepareWriter);
            assertThat(setting(statement)).isEqualTo("on");
            statement.execute("SET synchronous_commit = remote_apply");
            statement.execute(Dialect.POSTGRESQL.prepareWriter);
            assertThat(setting(statement)).isEqualTo("remote_apply");
        }
    }

    private static String setting(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SHOW synchronous_commit")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    /** A figure to look at, not to judge by: machines differ, and this server does not sync. */
    @Test
    void takesManySmallPackets() {
        int count = 50_000;
        try (Store store = open(StoreSettings.DEFAULT)) {
            InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
            List<Packet> packets =
                    IntStream.range(0, count).mapToObj(i -> packet(0, i, 60)).toList();
            double seconds = Commits.Counting.time(store, interconnect, packets);
            System.out.printf(
                    "postgresql: %d packets of 60 bytes in %.2f s, %.0f per second, %d commits%n",
                    count, seconds, count / seconds, store.statistics().commits());
            assertThat(store.nextSequences(interconnect)).containsExactly(count, 0);
        }
    }
}
