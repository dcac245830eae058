package org.banip.measure.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.banip.surrogate.store.StoreLocation;

/**
 * What a host's store holds after a step. Both versions of its schema have these columns.
 *
 * @param packets rows that are packets
 * @param gaps rows that are gaps
 * @param payloadBytes of all packets
 * @param incomplete groups whose packets are not 0, 1, 2, … without hole and without double
 */
record StoredPackets(long packets, long gaps, long payloadBytes, long incomplete) {
    private static final String JDBC = "jdbc:";
    private static final String SUM =
            "SELECT count(*) - count(gap_reason), count(gap_reason), coalesce(sum(length(payload)), 0) FROM item";
    private static final String INCOMPLETE =
            "SELECT count(*) FROM (SELECT 1 FROM item GROUP BY interconnect, group_index"
                    + " HAVING count(*) <> max(sequence) + 1 OR count(DISTINCT sequence) <> count(*)) AS wrong";

    /** Reads the store of a host that has ended. */
    static StoredPackets read(StoreLocation store) throws SQLException {
        boolean server = store.text().startsWith(JDBC);
        if (!server && !Files.exists(Path.of(store.text()))) {
            throw new SQLException("there is no store " + store.text());
        }
        String url = server ? store.text() : JDBC + "sqlite:" + store.text();
        try (Connection connection = server
                        ? DriverManager.getConnection(url, store.user(), store.password())
                        : DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long incomplete;
            try (ResultSet rows = statement.executeQuery(INCOMPLETE)) {
                incomplete = rows.next() ? rows.getLong(1) : 0;
            }
            try (ResultSet rows = statement.executeQuery(SUM)) {
                boolean unused = rows.next();
                return new StoredPackets(rows.getLong(1), rows.getLong(2), rows.getLong(3), incomplete);
            }
        }
    }

    /** Whether it holds exactly these packets. */
    boolean exactly(long sent, int bytes) {
        return packets == sent && gaps == 0 && incomplete == 0 && payloadBytes == sent * bytes;
    }
}
