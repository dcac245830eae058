package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of alerts that have not ended, of all BANs. In a transaction of its caller. */
final class OpenRows {
    private static final String ORDER = "CASE state WHEN 'acknowledged' THEN 1 ELSE 0 END,"
            + " CASE priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, raised_nanos DESC, id";

    private OpenRows() {}

    /**
     * First what nobody has acknowledged, then by priority, then the newest. If there are more, the BANs take turns: the first alert of each is in the
     * list, then the second, and so on.
     */
    static OpenList list(Connection connection, int most) throws SQLException {
        List<Alert> alerts = AlertRows.alerts(
                connection,
                " ended_nanos IS NULL AND id IN (SELECT id FROM (SELECT id, state, priority, raised_nanos,"
                        + " ROW_NUMBER() OVER (PARTITION BY ban ORDER BY " + ORDER + ") AS turn"
                        + " FROM alert WHERE ended_nanos IS NULL) t ORDER BY turn, " + ORDER + " LIMIT " + most
                        + ") ORDER BY " + ORDER);
        return new OpenList(alerts, numbers(connection));
    }

    /** How many have not ended, of each BAN and priority that has any. */
    private static Map<String, Map<Priority, Long>> numbers(Connection connection) throws SQLException {
        Map<String, Map<Priority, Long>> numbers = new TreeMap<>();
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT ban, priority, count(*) FROM alert WHERE ended_nanos IS NULL GROUP BY ban, priority");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Priority priority = AlertRows.meaning(AlertRows.text(row, 2), Priority::parse, true, Priority.HIGH);
                Map<Priority, Long> ofBan =
                        numbers.computeIfAbsent(AlertRows.text(row, 1), ban -> new EnumMap<>(Priority.class));
                ofBan.merge(priority, row.getLong(3), Long::sum);
            }
        }
        return numbers;
    }

    /** Whether {@code most} alerts of a BAN are open that were found {@code by} one, and have this priority or a higher one. */
    static boolean isFull(Connection connection, String ban, String by, Priority priority, int most)
            throws SQLException {
        String less = priority == Priority.HIGH ? "'low', 'medium'" : priority == Priority.MEDIUM ? "'low'" : "''";
        try (PreparedStatement select =
                connection.prepareStatement("SELECT count(*) FROM (SELECT 1 FROM alert WHERE ban = ? AND found_by = ?"
                        + " AND ended_nanos IS NULL AND priority NOT IN (" + less + ") LIMIT " + most
                        + ") AS counted")) {
            AlertRows.bind(select, ban, by);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getInt(1) >= most;
            }
        }
    }
}
