package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.banip.surrogate.api.GroupStop;
import org.junit.jupiter.api.Test;

/** The detectors of a BAN, and who stopped its groups, are kept with its session, whatever the database. */
abstract class KeptDetectorsContract {
    private static final String OTHERS = TestRecords.DETECTORS.replace("quiet", "mute");

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
    void theyAreThereWhenTheStoreIsOpenedAgainAndTheNewestOnesCount() {
        InterconnectRecord one;
        InterconnectRecord other;
        try (JdbcStore store = store()) {
            one = store.create(TestRecords.interconnect(1));
            other = store.create(TestRecords.interconnect(2));
            store.keepDetectors(one, OTHERS);
            store.keepDetectors(one, TestRecords.DETECTORS);
        }
        assertThat(Checked.store(location()).damages()).isEmpty();
        try (JdbcStore store = store()) {
            assertThat(store.keptDetectors(one)).isEqualTo(TestRecords.DETECTORS);
            assertThat(store.keptDetectors(other)).isEmpty();
            store.keepDetectors(one, "");
            assertThat(store.keptDetectors(one)).isEmpty();
        }
        assertThat(Checked.store(location()).damages()).isEmpty();
    }

    @Test
    void aHostFromWhichTheSessionWasTakenOverChangesNothing() {
        try (JdbcStore store = store()) {
            InterconnectRecord former = store.create(TestRecords.interconnect(1));
            InterconnectRecord mine = store.takeOver(former);
            store.keepDetectors(mine, TestRecords.DETECTORS);
            store.keepDetectors(former, OTHERS);
            assertThat(store.keptDetectors(mine)).isEqualTo(TestRecords.DETECTORS);
        }
    }

    @Test
    void whatIsKeptAlreadyIsNotWrittenAgain() {
        try (JdbcStore store = store()) {
            InterconnectRecord one = store.create(TestRecords.interconnect(1));
            store.keepDetectors(one, TestRecords.DETECTORS);
            long commits = store.statistics().commits();
            store.keepDetectors(one, TestRecords.DETECTORS);
            assertThat(store.statistics().commits()).isEqualTo(commits);
        }
    }

    @Test
    void damagedOnesAreNamedAndNotReadUntilTheyAreWrittenAnew() throws SQLException {
        InterconnectRecord one;
        try (JdbcStore store = store()) {
            one = store.create(TestRecords.interconnect(1));
            store.keepDetectors(one, TestRecords.DETECTORS);
        }
        for (String change : new String[] {
            "detectors = REPLACE(detectors, '5000', '5001')",
            "detectors = NULL",
            "detectors_crc = NULL",
            "detectors_crc = 1"
        }) {
            sql("UPDATE interconnect SET " + change + " WHERE id = " + one.id());
            assertThat(Checked.store(location()).damages())
                    .as(change)
                    .extracting(StoreDamage::text)
                    .containsExactly("interconnect, interconnect " + one.session() + " (row " + one.id()
                            + "): the checksum of its detectors does not match them");
            try (JdbcStore store = store()) {
                assertThat(store.keptDetectors(one)).as(change).isEmpty();
                store.keepDetectors(one, TestRecords.DETECTORS);
                assertThat(store.keptDetectors(one)).as(change).isEqualTo(TestRecords.DETECTORS);
            }
            assertThat(Checked.store(location()).damages()).isEmpty();
        }
    }

    @Test
    void aStopIsNotedOfItsGroupUnlessAnotherHostHasTheSession() {
        NotedStop stop = new NotedStop(new GroupStop("clara", 5), 7);
        try (JdbcStore store = store()) {
            InterconnectRecord former = store.create(TestRecords.interconnect(1));
            InterconnectRecord mine = store.takeOver(former);
            store.noteStop(mine, 1, new NotedStop(new GroupStop("owen", 3), 4));
            store.noteStop(mine, 1, stop);
            store.noteStop(former, 1, new NotedStop(new GroupStop("vera", 9), 9));
            assertThat(store.notedStop(mine, 1)).contains(stop);
            assertThat(store.notedStop(mine, 0)).isEmpty();
        }
        assertThat(Checked.store(location()).damages()).isEmpty();
    }

    @Test
    void aDamagedStopIsNamedAndNotRead() throws SQLException {
        InterconnectRecord one;
        try (JdbcStore store = store()) {
            one = store.create(TestRecords.interconnect(1));
            store.noteStop(one, 1, new NotedStop(new GroupStop("clara", 5), 7));
        }
        for (String change :
                new String[] {"stopped_by = 'vera'", "stopped_nanos = 6", "stopped_from = NULL", "stopped_crc = NULL"
                }) {
            sql(
                    "UPDATE sensor_group SET stopped_by = 'clara', stopped_nanos = 5, stopped_from = 7 WHERE group_index = 1");
            sql("UPDATE sensor_group SET " + change + " WHERE group_index = 1");
            assertThat(Checked.store(location()).damages())
                    .as(change)
                    .extracting(StoreDamage::text)
                    .containsExactly("sensor_group, interconnect " + one.session()
                            + ", group 1: the checksum of its last stop does not match it");
            try (JdbcStore store = JdbcStore.openForReading(location())) {
                assertThat(store.notedStop(one, 1)).as(change).isEmpty();
            }
        }
    }

    @Test
    void aCopyHasThem() {
        try (JdbcStore store = store()) {
            InterconnectRecord one = store.create(TestRecords.interconnect(1));
            store.keepDetectors(one, TestRecords.DETECTORS);
            store.noteStop(one, 0, new NotedStop(new GroupStop("clara", 5), 7));
            StoreLocation copy = copy();
            StoreBackup.copy(location(), copy, (done, total) -> {});
            try (JdbcStore copied = JdbcStore.openForReading(copy)) {
                assertThat(copied.keptDetectors(one)).isEqualTo(TestRecords.DETECTORS);
                assertThat(copied.notedStop(one, 0)).contains(new NotedStop(new GroupStop("clara", 5), 7));
            }
            assertThat(Checked.store(copy).damages()).isEmpty();
        }
    }

    /** A place for a copy that goes row by row. */
    abstract StoreLocation copy();

    @Test
    void aStoreOfSchemaVersion10IsReadAndGetsTheColumnsWhenItIsOpened() throws SQLException {
        InterconnectRecord one;
        try (JdbcStore store = store()) {
            one = store.create(TestRecords.interconnect(1));
        }
        sql(
                "ALTER TABLE interconnect DROP COLUMN detectors",
                "ALTER TABLE interconnect DROP COLUMN detectors_crc",
                "ALTER TABLE sensor_group DROP COLUMN stopped_by",
                "ALTER TABLE sensor_group DROP COLUMN stopped_nanos",
                "ALTER TABLE sensor_group DROP COLUMN stopped_from",
                "ALTER TABLE sensor_group DROP COLUMN stopped_crc",
                "ALTER TABLE sensor_group DROP COLUMN kept_from",
                "ALTER TABLE sensor_group DROP COLUMN kept_check",
                "DELETE FROM flyway_schema_history WHERE version IN ('11', '12', '13')");
        assertThat(Checked.store(location()).damages()).isEmpty();
        try (JdbcStore store = store()) {
            assertThat(store.keptDetectors(one)).isEmpty();
            store.keepDetectors(one, TestRecords.DETECTORS);
            assertThat(store.keptDetectors(one)).isEqualTo(TestRecords.DETECTORS);
        }
        assertThat(Checked.store(location()).damages()).isEmpty();
    }
}
