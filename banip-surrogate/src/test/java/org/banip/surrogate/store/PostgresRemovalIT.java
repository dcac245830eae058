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
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A host removes a session without data while another host stores the first packet of it. A committed packet stays, whichever comes first. The
 * other host is a connection that does what a writer does, so that the test can stop it between two steps.
 */
class PostgresRemovalIT {
    private static final long LATER = Long.MAX_VALUE;
    private static final int LOCK = 4711;

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
            statement.execute("SET banip.epochs = 'on'"); // as a host of this version
        }
    }

    @AfterEach
    void close() throws SQLException {
        other.close();
        store.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void packetThatIsAboutToBeCommittedStays(boolean atStart) throws Exception {
        other.setAutoCommit(false);
        insert(other);
        Future<?> removal = CompletableFuture.runAsync(() -> remove(atStart));
        await().until(() -> removal.isDone() || waiting() > 0);
        other.commit();
        removal.get();
        assertSame(readAll(store, interconnect, 0, 0), List.of(packet(0, 0, 5)));
    }

    /** The removal has found no packets, and stands before its first deletion. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void packetIsRefusedWhileItsSessionIsRemoved(boolean atStart) throws Exception {
        try (Connection gate = DATABASES.connect(database);
                Statement statement = gate.createStatement()) {
            statement.execute("CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS"
                    + " 'BEGIN PERFORM pg_advisory_xact_lock(" + LOCK + "); RETURN OLD; END'");
            statement.execute("CREATE TRIGGER wait_here BEFORE DELETE ON sensor_group"
                    + " FOR EACH STATEMENT EXECUTE FUNCTION wait_here()");
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
            Future<?> removal = CompletableFuture.runAsync(() -> remove(atStart));
            await().until(() -> waiting() == 1);
            Future<?> insertion = CompletableFuture.runAsync(() -> insertOrThrow(other));
            await().until(() -> insertion.isDone() || waiting() == 2);
            statement.execute("SELECT pg_advisory_unlock(" + LOCK + ")");
            removal.get();
            // It was not acknowledged: the MBU sends it again.
            assertThatThrownBy(insertion::get).hasRootCauseInstanceOf(SQLException.class);
            assertThat(store.interconnects()).isEmpty();
        }
    }

    @Test
    void sessionWithoutDataIsRemoved() {
        assertThat(store.removeIfEmpty(interconnect)).isTrue();
        assertThat(store.removeIfEmpty(interconnect)).isFalse();
        assertThat(store.interconnects()).isEmpty();
    }

    private void remove(boolean atStart) {
        if (atStart) {
            store.removeEmpty(LATER);
        } else {
            boolean unused = store.removeIfEmpty(interconnect);
        }
    }

    private void insertOrThrow(Connection connection) {
        try {
            insert(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
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
            rows.next();
            return rows.getInt(1);
        }
    }
}
