package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What the store says of the end of a session is as it was written, whatever the database. */
abstract class EndOfSessionContract {
    private static final long ENDED = 1_800_000_000_123_456_789L;

    abstract StoreLocation location();

    /** May change rows as a host does. */
    abstract Connection connect() throws SQLException;

    private JdbcStore store() {
        return JdbcStore.open(location(), StoreSettings.DEFAULT);
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }

    @Test
    void anEndIsWrittenWithItsCheckAndTakenBackWithIt() {
        try (JdbcStore store = store()) {
            InterconnectRecord one = store.create(TestRecords.interconnect(1));
            store.end(one, ENDED);
            assertThat(store.hasEnded(one)).isTrue();
            assertThat(Checked.store(location()).damages()).isEmpty();
            store.takeOver(one);
            assertThat(store.hasEnded(one)).isFalse();
            assertThat(Checked.store(location()).damages()).isEmpty();
        }
    }

    @Test
    void anEndThatIsNotAsItWasWrittenIsNamedAndDoesNotCount() throws SQLException {
        InterconnectRecord ended;
        InterconnectRecord open;
        try (JdbcStore store = store()) {
            ended = store.create(TestRecords.interconnect(1));
            open = store.create(TestRecords.interconnect(2));
            store.end(ended, ENDED);
        }
        assertNamed(ended, "ended_nanos = NULL", "ended_nanos = " + ENDED);
        assertNamed(ended, "ended_check = NULL", "ended_check = " + (-1 - ENDED));
        for (int bit = 0; bit < Long.SIZE; bit += 7) {
            assertNamed(ended, "ended_nanos = " + (ENDED ^ 1L << bit), "ended_nanos = " + ENDED);
        }
        assertNamed(open, "ended_nanos = 0", "ended_nanos = NULL");
        assertNamed(open, "ended_check = -1", "ended_check = NULL");
        assertThat(Checked.store(location()).damages()).isEmpty();
    }

    private void assertNamed(InterconnectRecord one, String change, String back) throws SQLException {
        String where = " WHERE id = " + one.id();
        sql("UPDATE interconnect SET " + change + where);
        assertThat(Checked.store(location()).damages())
                .as(change)
                .extracting(StoreDamage::text)
                .containsExactly("interconnect, interconnect " + one.session() + " (row " + one.id()
                        + "): whether and when it ended does not match its check");
        try (JdbcStore store = JdbcStore.openForReading(location())) {
            assertThat(store.hasEnded(one)).as(change).isFalse();
        }
        sql("UPDATE interconnect SET " + back + where);
    }

    @Test
    void aStoreOfSchemaVersion8GetsTheChecksWhenItIsOpened() throws SQLException {
        InterconnectRecord ended;
        InterconnectRecord open;
        try (JdbcStore store = store()) {
            ended = store.create(TestRecords.interconnect(1));
            open = store.create(TestRecords.interconnect(2));
            store.end(ended, ENDED);
        }
        sql(
                "DROP INDEX waiting_delivery",
                "ALTER TABLE alert_delivery DROP COLUMN ban",
                "CREATE INDEX waiting_delivery ON alert_delivery (contact, made_nanos) WHERE outcome = 0",
                "ALTER TABLE interconnect DROP COLUMN ended_check",
                "ALTER TABLE interconnect DROP COLUMN detectors",
                "ALTER TABLE interconnect DROP COLUMN detectors_crc",
                "ALTER TABLE sensor_group DROP COLUMN stopped_by",
                "ALTER TABLE sensor_group DROP COLUMN stopped_nanos",
                "ALTER TABLE sensor_group DROP COLUMN stopped_from",
                "ALTER TABLE sensor_group DROP COLUMN stopped_crc",
                "ALTER TABLE sensor_group DROP COLUMN kept_from",
                "ALTER TABLE sensor_group DROP COLUMN kept_check",
                "DELETE FROM flyway_schema_history WHERE version IN ('9', '10', '11', '12', '13')");
        assertThat(Checked.store(location()).damages()).isEmpty();
        try (JdbcStore store = store()) {
            assertThat(store.hasEnded(ended)).isTrue();
            assertThat(store.hasEnded(open)).isFalse();
            assertThat(Checked.store(location()).damages()).isEmpty();
        }
    }
}
