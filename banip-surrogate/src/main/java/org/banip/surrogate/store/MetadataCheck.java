package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.BanDescriptionJson;
import org.banip.surrogate.store.LogTail.GroupKey;

/** Checks the tables that say what the items are: interconnects, groups, the store's name, the schema's history. One thread. */
final class MetadataCheck {
    /** The first schema version in which the ends of sessions have checks. */
    private static final int CHECKED_ENDS = 9;

    /** The first schema version in which the detectors of BANs are kept. */
    private static final int DETECTORS = 11;

    /** The first schema version in which the stops of groups are kept. */
    private static final int STOPS = 12;

    private final Connection connection;
    private final int schema;
    private final CheckListener listener;
    private final Map<Long, String> sessions = new HashMap<>();
    private final Map<Long, List<String>> described = new HashMap<>();
    private final Map<GroupKey, SensorGroup> sensors = new HashMap<>();
    private final Map<Long, List<String>> groups = new TreeMap<>();
    /** Each group, and from which number on its items are kept. */
    private final Map<GroupKey, Long> kept = new HashMap<>();

    MetadataCheck(Connection connection, int schema, CheckListener listener) {
        this.connection = connection;
        this.schema = schema;
        this.listener = listener;
    }

    /** How a group is named in messages. */
    String place(GroupKey key) {
        String session = sessions.get(key.interconnect());
        return "interconnect " + (session == null ? "number " + key.interconnect() : session) + ", group "
                + key.group();
    }

    /** Interconnects that can be read. */
    int interconnects() {
        return described.size();
    }

    /** A group as it is described. */
    Optional<SensorGroup> sensors(GroupKey key) {
        return Optional.ofNullable(sensors.get(key));
    }

    /** Whether the store has this group. */
    boolean has(GroupKey key) {
        return kept.containsKey(key);
    }

    /** From which number on its items are kept, as the check found it; 0 if the store does not have the group. */
    long keptFrom(GroupKey key) {
        return kept.getOrDefault(key, 0L);
    }

    /** The same now, because a host may forget items meanwhile; beyond any number if the group was removed meanwhile. */
    long keptNow(GroupKey key) throws SQLException {
        return has(key) ? KeptFrom.read(connection, schema, key.interconnect(), key.group()) : 0;
    }

    /** One more table, which is read wholly. */
    private interface Rows {
        void row(ResultSet row) throws SQLException;
    }

    void run() {
        boolean checked = schema >= ItemTable.CHECKED_ROWS;
        String epochs = schema < 3 ? "0, -1" : checked ? "epoch, epoch_check" : "epoch, -1 - epoch";
        String ends = schema < CHECKED_ENDS ? ", NULL, NULL" : ", ended_nanos, ended_check";
        String detectors = schema < DETECTORS ? ", NULL, NULL" : ", detectors, detectors_crc";
        each(
                "interconnect",
                MetadataCrcs.INTERCONNECT.columns + ", row_crc, id, " + epochs + ends + detectors,
                this::interconnect);
        String stops = schema < STOPS ? "NULL, NULL, NULL, NULL" : StopColumns.NAMES;
        each(
                "sensor_group",
                MetadataCrcs.SENSOR_GROUP.columns + ", row_crc, " + stops + ", " + KeptFrom.columns(schema),
                this::group);
        described.forEach((id, names) -> {
            List<String> found = groups.getOrDefault(id, List.of());
            if (!found.equals(names) && !found.equals(describedNow(id))) {
                found(
                        "sensor_group",
                        "interconnect " + sessions.get(id),
                        "has the groups " + found + ", described are " + names);
            }
        });
        if (schema >= 3) {
            List<String> names = new ArrayList<>();
            each("store_name", "name, row_crc", row -> {
                names.add(row.getString(1));
                checksum("store_name", "", MetadataCrcs.STORE_NAME.of(row, 1), RowCrc.stored(row, 2));
            });
            count("store_name", names.size());
        }
        history();
    }

    private void interconnect(ResultSet row) throws SQLException {
        long id = row.getLong(7);
        String session = row.getString(1);
        sessions.put(id, session);
        String place = "interconnect " + session + " (row " + id + ")";
        checksum("interconnect", place, MetadataCrcs.INTERCONNECT.of(row, 1), RowCrc.stored(row, 6));
        if (row.getLong(9) != -1 - row.getLong(8)) {
            found("interconnect", place, "its epoch " + row.getLong(8) + " does not match its check");
        }
        if (!checksEnd(row)) {
            found("interconnect", place, "whether and when it ended does not match its check");
        }
        if (!DetectorColumns.isWhole(row, 1, 12)) {
            found("interconnect", place, "the checksum of its detectors does not match them");
        }
        try {
            BanDescription ban = BanDescriptionJson.fromJson(InterconnectTable.text(row, 4));
            described.put(id, ban.groups().stream().map(SensorGroup::name).toList());
            ban.groups()
                    .forEach(group -> sensors.put(new GroupKey(id, ban.groups().indexOf(group)), group));
        } catch (BanipException | IllegalArgumentException e) {
            found("interconnect", place, "its description " + StoreDamage.UNREADABLE + e.getMessage());
        }
    }

    private static boolean checksEnd(ResultSet row) throws SQLException {
        long ended = row.getLong(10);
        boolean goesOn = row.wasNull();
        long check = row.getLong(11);
        return goesOn ? row.wasNull() : !row.wasNull() && check == -1 - ended;
    }

    /** A host may have added groups since the description was read. */
    private List<String> describedNow(long id) {
        List<String> names = new ArrayList<>();
        String select = "SELECT ban FROM interconnect WHERE id = " + id;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(select)) {
            if (row.next()) {
                BanDescriptionJson.fromJson(row.getString(1)).groups().forEach(group -> names.add(group.name()));
            }
        } catch (SQLException | BanipException e) {
            names.clear(); // what was read first counts
        }
        return names;
    }

    private void group(ResultSet row) throws SQLException {
        GroupKey key = new GroupKey(row.getLong(1), row.getInt(2));
        kept.put(key, KeptFrom.of(row, 10));
        groups.computeIfAbsent(key.interconnect(), id -> new ArrayList<>()).add(row.getString(3));
        checksum("sensor_group", place(key), MetadataCrcs.SENSOR_GROUP.of(row, 1), RowCrc.stored(row, 5));
        if (!StopColumns.isWhole(row, 1, 6)) {
            found("sensor_group", place(key), "the checksum of its last stop does not match it");
        }
        if (!KeptFrom.isWhole(row, 10)) {
            found("sensor_group", place(key), "from which number on its items are kept does not match its check");
        }
        if (!sessions.containsKey(key.interconnect())) {
            found("sensor_group", place(key), StoreDamage.STRAY + "interconnect of this store");
        }
    }

    private void history() {
        List<String> versions = new ArrayList<>();
        each("flyway_schema_history", "version, success", row -> {
            versions.add(row.getString(1));
            if (!row.getBoolean(2)) {
                found("flyway_schema_history", "version " + row.getString(1), "did not succeed");
            }
        });
        for (int version = 1; version <= schema; version++) {
            if (!versions.contains(Integer.toString(version))) {
                found("flyway_schema_history", "version " + version, "is missing, there are " + versions);
            }
        }
    }

    /** The log's only row; SQLite. */
    void log() {
        List<Long> rows = new ArrayList<>();
        boolean checked = schema >= ItemTable.CHECKED_ROWS;
        String check = checked ? "indexed_check" : "-1 - indexed_through";
        each("item_log", "indexed_through, " + check + ", without_items IS NULL", row -> {
            rows.add(row.getLong(1));
            if (row.getLong(2) != -1 - row.getLong(1)) {
                found("item_log", "", "indexed_through " + row.getLong(1) + " does not match its check");
            }
            if (!row.getBoolean(3)) {
                found("item_log", "", "without_items is set, though nothing is being removed");
            }
        });
        count("item_log", rows.size());
    }

    private void count(String table, int rows) {
        if (rows != 1) {
            found(table, "", "has " + rows + " rows instead of one");
        }
    }

    private void each(String table, String columns, Rows rows) {
        String select = schema >= ItemTable.CHECKED_ROWS ? columns : columns.replace("row_crc", "NULL");
        String order = table.equals("sensor_group") ? " ORDER BY interconnect, group_index" : "";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + select + " FROM " + table + order)) {
            while (row.next()) {
                rows.row(row);
            }
        } catch (SQLException e) {
            found(table, "", StoreDamage.UNREADABLE + e.getMessage());
        }
    }

    private void checksum(String table, String place, int computed, OptionalInt stored) {
        if (stored.isPresent() && stored.getAsInt() != computed) {
            found(table, place, StoreDamage.CHECKSUM);
        }
    }

    private void found(String table, String place, String what) {
        listener.found(new StoreDamage(table, place, what));
    }
}
