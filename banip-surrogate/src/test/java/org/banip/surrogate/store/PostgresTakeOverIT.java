package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.banip.surrogate.wire.Patience.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;

/**
 * Two hosts write one interconnect at the same moment. The other host is a connection that does what a writer does, so that the test can stop it
 * between two steps.
 */
class PostgresTakeOverIT {
    @RegisterExtension
    static final Databases DATABASES = new Databases();

    private String database;
    private Store store;
    private InterconnectRecord interconnect;
    private Connection other;

    @BeforeEach
    void open() throws SQLException {
        database = DATABASES.create();
        store = JdbcStore.open(DATABASES.location(database), StoreContract.SETTINGS);
        interconnect = store.create(TestRecords.interconnect(1));
        other = DATABASES.connect(database);
        try (Statement statement = other.createStatement()) {
            statement.execute(Dialect.POSTGRESQL.prepareWriter);
        }
        other.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        other.close();
        store.close();
    }

    @Test
    void packetOfTheFormerHostThatIsAboutToBeCommittedIsSeenByTheNewOne() throws Exception {
        insert(other);
        assertThatThrownBy(() -> store.takeOver(interconnect))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE))
                .hasMessageContaining("another host is writing");
        other.commit();
        assertThat(store.takeOver(interconnect).epoch()).isEqualTo(1);
        assertThat(store.nextSequences(interconnect)).containsExactly(1, 0);
    }

    /** The row is inserted when the other host has taken over, but the writer began its transaction before. */
    @Test
    void packetThatWaitedForATakeOverIsNotStored() throws Exception {
        assertThat(InterconnectTable.takeOver(other, Dialect.POSTGRESQL.forUpdate, interconnect.id()))
                .hasValue(1);
        Commits commits = new Commits();
        assertThat(store.offer(interconnect, packet(0, 0, 5), 42, commits)).isTrue();
        await().until(() -> waiting() == 1);
        other.commit();
        await().until(() -> commits.failed.size() == 1);
        assertThat(commits.failed.get(0).cause().code()).isEqualTo(ErrorCode.UNKNOWN_INTERCONNECT);
        assertSame(readAll(store, interconnect, 0, 0), List.of());
    }

    @Test
    void hostThatStandsStillInATransactionDoesNotPreventATakeOver() throws Exception {
        insert(other);
        await().ignoreExceptions().until(() -> store.takeOver(interconnect).epoch() == 1);
        assertThatThrownBy(other::commit).isInstanceOf(SQLException.class);
        assertThat(store.nextSequences(interconnect)).containsExactly(0, 0);
    }

    @Test
    void hostThatStandsStillInATakeOverDoesNotPreventCommits() throws Exception {
        assertThat(InterconnectTable.takeOver(other, Dialect.POSTGRESQL.forUpdate, interconnect.id()))
                .hasValue(1);
        Commits commits = new Commits();
        await().until(() -> {
            commits.store(store, interconnect, List.of(packet(0, 0, 5)));
            return !commits.committed.isEmpty();
        });
        assertThat(commits.failed)
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure.cause().code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
        assertThatThrownBy(other::commit).isInstanceOf(SQLException.class);
    }

    /** Its MBUs would be told that something is stored which the host that took over does not know of. */
    @Test
    void hostOfAVersionWithoutEpochsStoresNothing() throws Exception {
        try (Connection old = DATABASES.connect(database);
                Statement statement = old.createStatement()) {
            assertThatThrownBy(() -> insert(old)).hasMessageContaining("this host is of an older version");
            assertThatThrownBy(() -> statement.execute("UPDATE interconnect SET registered_nanos = 0"))
                    .hasMessageContaining("this host is of an older version");
            assertThat(statement.executeUpdate("DELETE FROM interconnect")).isEqualTo(1);
        }
    }

    /** Hosts that share many sessions would connect again for each that moves. */
    @Test
    void writerKeepsItsConnectionWhenASessionMoves() throws Exception {
        InterconnectRecord stays = store.create(TestRecords.interconnect(2));
        Commits commits = new Commits();
        commits.store(store, interconnect, List.of(packet(0, 0, 5)));
        int writer = writer();
        assertThat(InterconnectTable.takeOver(other, Dialect.POSTGRESQL.forUpdate, interconnect.id()))
                .hasValue(1);
        other.commit();
        commits.store(store, interconnect, List.of(packet(0, 1, 5)));
        assertThat(commits.failed).hasSize(1);
        commits.store(store, stays, List.of(packet(0, 0, 5)));
        assertThatThrownBy(() -> store.create(TestRecords.interconnect(2))).isInstanceOf(BanipException.class);
        commits.store(store, stays, List.of(packet(0, 1, 5)));
        assertSame(readAll(store, stays, 0, 0), List.of(packet(0, 0, 5), packet(0, 1, 5)));
        assertThat(writer()).isEqualTo(writer);
    }

    @Test
    void sessionThatAnotherHostIsCreatingAtThisMomentIsThereAlready() throws Exception {
        InterconnectRecord same = InterconnectTable.insert(other, TestRecords.interconnect(2));
        CompletableFuture<InterconnectRecord> created =
                CompletableFuture.supplyAsync(() -> store.create(TestRecords.interconnect(2)));
        await().until(() -> waiting() == 1);
        other.commit();
        assertThatThrownBy(created::join)
                .hasCauseInstanceOf(BanipException.class)
                .satisfies(
                        e -> assertThat(((BanipException) e.getCause()).code()).isEqualTo(ErrorCode.SESSION_MISMATCH));
        assertThat(store.find(same.session()).orElseThrow().id()).isEqualTo(same.id());
    }

    /** The number of the writer's process in the server, which is another one after it has connected again. */
    private int writer() throws SQLException {
        try (Connection connection = DATABASES.connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pid FROM pg_stat_activity WHERE datname = '" + database
                        + "' AND application_name = 'banip-store-writer' AND pid <> "
                        + other.unwrap(PGConnection.class).getBackendPID())) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    private void insert(Connection connection) throws SQLException {
        KeyedItems items = new KeyedItems(Dialect.POSTGRESQL.version);
        try (PreparedStatement insert = items.insert(connection)) {
            items.bind(insert, new WriteRequest(interconnect, packet(0, 0, 5), 42, new Commits()));
            insert.executeUpdate();
        }
    }

    /** How many connections wait for a lock. */
    private int waiting() throws SQLException {
        try (Connection connection = DATABASES.connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }
}
