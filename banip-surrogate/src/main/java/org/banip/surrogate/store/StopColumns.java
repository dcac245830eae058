package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.GroupStop;
import org.slf4j.Logger;

/** The stops of groups in their rows, with a checksum of their own: they change when the rest of the row does not. */
final class StopColumns {
    static final String NAMES = "stopped_by, stopped_nanos, stopped_from, stopped_crc";

    private static final Logger LOG = ServerLog.of(StopColumns.class);
    private static final String SELECT = "SELECT interconnect, group_index, " + NAMES
            + " FROM sensor_group WHERE interconnect = ? AND group_index = ?";
    private static final String UPDATE = "UPDATE sensor_group SET stopped_by = ?, stopped_nanos = ?, stopped_from = ?,"
            + " stopped_crc = ? WHERE interconnect = ? AND group_index = ?"
            + " AND EXISTS (SELECT 1 FROM interconnect i WHERE i.id = ? AND i.epoch = ?)";

    private StopColumns() {}

    /** Notes a stop, unless another host has taken the interconnect over; not yet committed. */
    static boolean write(Connection connection, InterconnectRecord record, int group, NotedStop noted)
            throws SQLException {
        GroupStop stop = noted.stop();
        try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
            update.setString(1, stop.by());
            update.setLong(2, stop.atNanos());
            update.setLong(3, noted.fromSequence());
            update.setInt(4, RowCrc.of(record.id(), group, stop.by(), stop.atNanos(), noted.fromSequence()));
            update.setLong(5, record.id());
            update.setInt(6, group);
            update.setLong(7, record.id());
            update.setLong(8, record.epoch());
            return update.executeUpdate() == 1;
        }
    }

    /** The stop that was noted last; empty if there was none, or if it is damaged, which the log says. */
    static Optional<NotedStop> read(Connection connection, InterconnectRecord record, int group) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setLong(1, record.id());
            select.setInt(2, group);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                if (!isWhole(row, 1, 3)) {
                    LOG.error(
                            "{}: who stopped group {} is damaged in the store",
                            record.session(),
                            record.ban().groups().get(group).name());
                    return Optional.empty();
                }
                String by = row.getString(3);
                return by == null
                        ? Optional.empty()
                        : Optional.of(new NotedStop(new GroupStop(by, row.getLong(4)), row.getLong(5)));
            }
        }
    }

    /** Whether the columns from this one on match their checksum; interconnect and group are in two columns from {@code key} on. */
    static boolean isWhole(ResultSet row, int key, int column) throws SQLException {
        OptionalInt stored = RowCrc.stored(row, column + 3);
        String by = row.getString(column);
        String at = row.getString(column + 1);
        String from = row.getString(column + 2);
        if (by == null && at == null && from == null) {
            return stored.isEmpty();
        }
        return stored.equals(OptionalInt.of(RowCrc.of(row.getString(key), row.getString(key + 1), by, at, from)));
    }
}
