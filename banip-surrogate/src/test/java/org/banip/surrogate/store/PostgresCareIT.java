package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.alert.StoredAlerts;
import org.banip.surrogate.api.GroupStop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks, copies and erases in a real PostgreSQL. */
class PostgresCareIT extends StoreBackupContract {
    private static final int FLIPS = Integer.getInteger("banip.test.flips", 250);

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
    StoreLocation location() {
        return DATABASES.location(database);
    }

    @Override
    StoreLocation another() throws Exception {
        return DATABASES.location(DATABASES.create());
    }

    @Override
    Store open(StoreSettings settings) {
        return JdbcStore.open(location(), settings);
    }

    @Override
    Store openForReading() {
        return JdbcStore.openForReading(location());
    }

    @Override
    ErrorCode afterARemoval() {
        return ErrorCode.UNKNOWN_INTERCONNECT;
    }

    @Override
    Connection connect() throws SQLException {
        return DATABASES.connect(database);
    }

    /** A column whose bits are flipped. */
    private record Column(String table, String name, String type) {
        /** Of a number. */
        int bits() {
            return type.equals("smallint") ? 16 : type.equals("integer") ? 32 : 64;
        }

        String flipped(int bit) {
            return switch (type) {
                case "bytea" -> "set_bit(" + name + ", " + bit + ", 1 - get_bit(" + name + ", " + bit + "))";
                case "text" ->
                    "convert_from(set_bit(convert_to(" + name + ", 'UTF8'), " + bit + ", 1 - get_bit(convert_to(" + name
                            + ", 'UTF8'), " + bit + ")), 'UTF8')";
                default ->
                    "CAST(" + name + " # CAST('" + (bit == bits() - 1 ? Long.MIN_VALUE >> 64 - bits() : 1L << bit)
                            + "' AS " + type + ") AS " + type + ")";
            };
        }
    }

    private static final List<Column> COLUMNS = List.of(
            new Column("item", "interconnect", "bigint"),
            new Column("item", "group_index", "smallint"),
            new Column("item", "sequence", "bigint"),
            new Column("item", "sequence_count", "bigint"),
            new Column("item", "origin_nanos", "bigint"),
            new Column("item", "first_unit", "bigint"),
            new Column("item", "unit_count", "bigint"),
            new Column("item", "is_key", "smallint"),
            new Column("item", "gap_reason", "smallint"),
            new Column("item", "received_nanos", "bigint"),
            new Column("item", "crc", "integer"),
            new Column("item", "payload", "bytea"),
            new Column("item", "row_crc", "integer"),
            new Column("interconnect", "session", "text"),
            new Column("interconnect", "identity", "text"),
            new Column("interconnect", "surrogate_type", "text"),
            new Column("interconnect", "ban", "text"),
            new Column("interconnect", "registered_nanos", "bigint"),
            new Column("interconnect", "epoch", "bigint"),
            new Column("interconnect", "epoch_check", "bigint"),
            new Column("interconnect", "ended_nanos", "bigint"),
            new Column("interconnect", "ended_check", "bigint"),
            new Column("interconnect", "detectors", "text"),
            new Column("interconnect", "detectors_crc", "integer"),
            new Column("interconnect", "row_crc", "integer"),
            new Column("sensor_group", "interconnect", "bigint"),
            new Column("sensor_group", "group_index", "smallint"),
            new Column("sensor_group", "name", "text"),
            new Column("sensor_group", "chain", "text"),
            new Column("sensor_group", "row_crc", "integer"),
            new Column("sensor_group", "stopped_by", "text"),
            new Column("sensor_group", "stopped_nanos", "bigint"),
            new Column("sensor_group", "stopped_from", "bigint"),
            new Column("sensor_group", "stopped_crc", "integer"),
            new Column("store_name", "name", "text"),
            new Column("store_name", "row_crc", "integer"),
            new Column("alert", "ban", "text"),
            new Column("alert", "detector", "text"),
            new Column("alert", "priority", "text"),
            new Column("alert", "state", "text"),
            new Column("alert", "since_nanos", "bigint"),
            new Column("alert", "acknowledged_by", "text"),
            new Column("alert", "steps", "integer"),
            new Column("alert", "row_crc", "integer"),
            new Column("alert_step", "alert", "text"),
            new Column("alert_step", "number", "integer"),
            new Column("alert_step", "at_nanos", "bigint"),
            new Column("alert_step", "who", "text"),
            new Column("alert_step", "row_crc", "integer"),
            new Column("alert_delivery", "contact", "text"),
            new Column("alert_delivery", "urgency", "smallint"),
            new Column("alert_delivery", "body", "text"),
            new Column("alert_delivery", "ban", "text"),
            new Column("alert_delivery", "outcome", "smallint"),
            new Column("alert_delivery", "outcome_check", "bigint"),
            new Column("alert_delivery", "row_crc", "integer"));

    private int bits(Statement statement, Column column, String row) throws SQLException {
        return switch (column.type()) {
            case "smallint", "integer", "bigint" -> column.bits();
            default -> {
                String length = column.type().equals("bytea") ? "length(" : "octet_length(";
                try (ResultSet found = statement.executeQuery("SELECT 8 * " + length + column.name() + ") FROM "
                        + column.table() + " WHERE ctid = '" + row + "'")) {
                    yield found.next() ? found.getInt(1) : 0;
                }
            }
        };
    }

    @Test
    void everyBitOfARowIsCheckedAndTheOthersAreRead() throws Exception {
        long seed = Long.getLong("banip.test.seed", new Random().nextLong());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        InterconnectRecord one = store.create(TestRecords.interconnect(1));
        InterconnectRecord two = store.create(TestRecords.interconnect(2));
        List<Sequenced> items = new ArrayList<>(
                IntStream.range(0, 30).mapToObj(i -> packet(0, i, 50)).toList());
        items.add(gap(0, 30, 7, Gap.Reason.THINNED));
        items.addAll(IntStream.range(0, 5).mapToObj(i -> packet(1, i, 3000)).toList());
        new Commits().store(store, one, items);
        new Commits().store(store, two, items);
        StoredAlerts.write(store.sideTables().orElseThrow(), "ban-1", 9);
        store.end(two, 1_800_000_000_123_456_789L);
        store.keepDetectors(one, TestRecords.DETECTORS);
        store.noteStop(one, 1, new NotedStop(new GroupStop("clara", 5), 7));
        store.close();
        assertThat(Checked.store(location()).damages()).isEmpty();
        int flipped = 0;
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET session_replication_role = replica"); // no triggers, and so no foreign keys
            connection.setAutoCommit(false);
            for (int i = 0; i < FLIPS; i++) {
                flipped += flip(connection, statement, COLUMNS.get(i % COLUMNS.size()), random, items) ? 1 : 0;
            }
        }
        System.out.println(flipped + " of " + FLIPS + " flips, all named");
        assertThat(flipped).isGreaterThan(FLIPS / 2);
        assertThat(Checked.store(location()).damages()).isEmpty();
    }

    /** Flips a bit of a row, checks, and flips it back; false if the database refuses the value. */
    private boolean flip(
            Connection connection, Statement statement, Column column, Random random, List<Sequenced> items)
            throws SQLException {
        String row;
        String before;
        try (ResultSet found = statement.executeQuery("SELECT ctid, CAST(t AS text) FROM " + column.table()
                + " t WHERE " + column.name() + " IS NOT NULL ORDER BY random() LIMIT 1")) {
            assertThat(found.next()).isTrue();
            row = found.getString(1);
            before = found.getString(2);
        }
        int bits = bits(statement, column, row);
        if (bits == 0) {
            return false;
        }
        int bit = random.nextInt(bits);
        String what = column + " bit " + bit + " of " + before.substring(0, Math.min(60, before.length()));
        statement.execute("CREATE TEMP TABLE kept ON COMMIT PRESERVE ROWS AS SELECT * FROM " + column.table()
                + " WHERE ctid = '" + row + "'");
        connection.commit();
        try {
            try (ResultSet changed = statement.executeQuery("UPDATE " + column.table() + " SET " + column.name() + " = "
                    + column.flipped(bit) + " WHERE ctid = '" + row + "' RETURNING ctid")) {
                assertThat(changed.next()).isTrue();
                row = changed.getString(1);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback(); // out of the column's range, no UTF-8, or the key is taken
            statement.execute("DROP TABLE kept");
            connection.commit();
            return false;
        }
        Checked checked = Checked.store(location());
        assertThat(checked.damages()).as(what).isNotEmpty();
        assertThat(checked.names(column.table()))
                .as(what + ": " + checked.damages())
                .isTrue();
        if (column.table().equals("item")) {
            assertThat(checked.names("item, interconnect", "group", "number"))
                    .as(what)
                    .isTrue();
            assertThat(readable()).as(what).isGreaterThanOrEqualTo(2 * items.size() - 1);
        }
        statement.execute("DELETE FROM " + column.table() + " WHERE ctid = '" + row + "'");
        statement.execute("INSERT INTO " + column.table() + " SELECT * FROM kept");
        statement.execute("DROP TABLE kept");
        connection.commit();
        return true;
    }

    private int readable() {
        int[] count = new int[1];
        try (Store read = openForReading()) {
            for (InterconnectRecord one : read.interconnects()) {
                long[] ends = read.nextSequences(one);
                for (int group = 0; group < ends.length; group++) {
                    long next = 0;
                    while (next < ends[group]) {
                        try {
                            read.read(one, group, next, item -> {
                                count[0]++;
                                return true;
                            });
                            next = ends[group];
                        } catch (DamagedItemException e) {
                            next = e.resumeSequence();
                        }
                    }
                }
            }
        }
        return count[0];
    }

    @Test
    void nothingOfAnErasedBanIsLeftAndTheOthersAreWhole() throws Exception {
        InterconnectRecord gone = store.create(StoreErasureTest.of("patient-gone", 1));
        InterconnectRecord stays = store.create(StoreErasureTest.of("patient-stays", 2));
        new Commits().store(store, gone, StoreErasureTest.packets(1, 0, 200));
        new Commits().store(store, stays, StoreErasureTest.packets(2, 0, 200));
        byte[] payload = StoreErasureTest.packets(1, 9, 1).get(0).payload();
        sql("CHECKPOINT");
        assertThat(DATABASES.server().holds(database, payload)).isTrue();

        StoreErasure.Erased erased = StoreErasure.erase(location(), "patient-gone", step -> {});
        assertThat(erased.sessions()).isEqualTo(1);
        assertThat(erased.items()).isEqualTo(200);
        assertThat(erased.remains()).isEmpty();

        for (int i = 0; i < 200; i += 9) {
            payload = StoreErasureTest.packets(1, i, 1).get(0).payload();
            assertThat(DATABASES.server().holds(database, payload))
                    .as("item " + i)
                    .isFalse();
        }
        assertThat(DATABASES.server().holds(database, gone.session().toString().getBytes(StandardCharsets.US_ASCII)))
                .isFalse();
        assertThat(DATABASES
                        .server()
                        .holds(
                                database,
                                StoreErasureTest.packets(2, 9, 1).get(0).payload()))
                .isTrue();
        assertThat(Checked.store(location()).damages()).isEmpty();
        assertThat(store.interconnects()).containsExactly(stays);
        assertThat(readAll(store, stays, 0, 0)).isEqualTo(StoreErasureTest.packets(2, 0, 200));
        new Commits().store(store, stays, StoreErasureTest.packets(2, 200, 5));
        assertThat(readAll(store, stays, 0, 0)).isEqualTo(StoreErasureTest.packets(2, 0, 205));
    }

    @Test
    void damagedRowsThatMayBeOfAnErasedBanAreTold() throws Exception {
        InterconnectRecord gone = store.create(StoreErasureTest.of("patient-gone", 1));
        InterconnectRecord doubtful = store.create(StoreErasureTest.of("patient-gone", 2));
        new Commits().store(store, gone, StoreErasureTest.packets(1, 0, 20));
        sql(Dialect.POSTGRESQL.prepareWriter
                + "; UPDATE interconnect SET ban = replace(ban, 'patient-gone', 'patient-gonf') WHERE session = '"
                + doubtful.session() + "'");

        StoreErasure.Erased erased = StoreErasure.erase(location(), "patient-gone", step -> {});
        assertThat(erased.sessions()).isEqualTo(1);
        assertThat(erased.remains())
                .startsWith("1 damaged row may hold data of BAN patient-gone")
                .contains("interconnect " + doubtful.session())
                .contains("its checksum does not match its content");
    }

    @Test
    void aBanOfWhichOnlyAlertsAreLeftIsErased() throws Exception {
        store.create(StoreErasureTest.of("patient-stays", 2));
        StoredAlerts.write(store.sideTables().orElseThrow(), "patient-gone", 9);
        sql("CHECKPOINT");
        byte[] ban = "patient-gone".getBytes(StandardCharsets.US_ASCII);
        assertThat(DATABASES.server().holds(database, ban)).isTrue();
        assertThat(StoreErasure.erase(location(), "patient-gone", step -> {}))
                .isEqualTo(new StoreErasure.Erased(0, 9, 0, 0, ""));
        assertThat(DATABASES.server().holds(database, ban)).isFalse();
        assertThat(Checked.store(location()).damages()).isEmpty();
    }

    @Test
    void banThatIsStreamingIsRefusedAndAnUnknownOneToo() {
        InterconnectRecord one = store.create(StoreErasureTest.of("patient-1", 1));
        Commits commits = new Commits();
        long now = TimeUnit.MILLISECONDS.toNanos(Instant.now().toEpochMilli());
        assertThat(store.offer(one, packet(0, 0, 5), now, commits)).isTrue();
        await().until(() -> commits.committed.size() == 1);
        assertThatThrownBy(() -> StoreErasure.erase(location(), "patient-1", step -> {}))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("BAN patient-1 is not erased, because it is streaming: something of its session "
                        + one.session())
                .hasMessageContaining("Stop its MBU, or the hosts, first");
        assertThatThrownBy(() -> StoreErasure.erase(location(), "patient-2", step -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("BAN patient-2 is not in " + location() + "; there are patient-1");
        assertThat(readAll(store, one, 0, 0)).containsExactly(packet(0, 0, 5));
        store.close();
        assertThat(StoreErasure.erase(location(), "patient-1", step -> {}).items())
                .isEqualTo(1);
    }

    /** Rows that an older transaction may read are kept by VACUUM FULL. */
    @Test
    void saysThatAnOlderTransactionKeepsTheRows() throws Exception {
        InterconnectRecord one = store.create(StoreErasureTest.of("patient-1", 1));
        new Commits().store(store, one, StoreErasureTest.packets(1, 0, 5));
        try (Connection older = connect();
                PreparedStatement select = older.prepareStatement("SELECT count(*) FROM store_name")) {
            older.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            older.setAutoCommit(false);
            select.executeQuery().close();
            assertThat(StoreErasure.erase(location(), "patient-1", step -> {}).remains())
                    .startsWith("1 older transaction could still read the removed rows");
        }
    }
}
