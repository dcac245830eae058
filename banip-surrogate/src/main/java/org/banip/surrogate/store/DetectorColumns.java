package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import java.util.OptionalInt;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The detectors of a BAN in the row of its interconnect, with a checksum of their own: they change when the rest of the row does not. */
final class DetectorColumns {
    private static final Logger LOG = ServerLog.of(DetectorColumns.class);
    private static final String SELECT = "SELECT session, detectors, detectors_crc FROM interconnect WHERE id = ?";
    private static final String UPDATE =
            "UPDATE interconnect SET detectors = ?, detectors_crc = ? WHERE id = ? AND epoch = ?";

    private DetectorColumns() {}

    /** Keeps them, unless another host has taken the interconnect over; not yet committed. */
    static boolean write(Connection connection, InterconnectRecord record, String detectors) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
            if (detectors.isEmpty()) {
                update.setNull(1, Types.VARCHAR);
                update.setNull(2, Types.INTEGER);
            } else {
                update.setString(1, detectors);
                update.setInt(2, RowCrc.of(record.session(), detectors));
            }
            update.setLong(3, record.id());
            update.setLong(4, record.epoch());
            return update.executeUpdate() == 1;
        }
    }

    /** Those of an interconnect; empty if it has none, is not there, or if they are damaged, which the log says. */
    static String read(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return "";
                }
                if (!isWhole(row, 1, 2)) {
                    LOG.error("{}: the detectors of its BAN are damaged in the store", row.getString(1));
                    return "";
                }
                return Objects.requireNonNullElse(row.getString(2), "");
            }
        }
    }

    /** Whether an interconnect has exactly these, undamaged. */
    static boolean holds(Connection connection, long id, String detectors) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        && isWhole(row, 1, 2)
                        && detectors.equals(Objects.requireNonNullElse(row.getString(2), ""));
            }
        }
    }

    /** Whether the detectors in this column match the checksum in the next one. */
    static boolean isWhole(ResultSet row, int session, int column) throws SQLException {
        String detectors = row.getString(column);
        OptionalInt stored = RowCrc.stored(row, column + 1);
        return detectors == null
                ? stored.isEmpty()
                : stored.equals(OptionalInt.of(RowCrc.of(row.getString(session), detectors)));
    }
}
