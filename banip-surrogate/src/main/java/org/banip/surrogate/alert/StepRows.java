package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.banip.server.audit.Who;
import org.banip.surrogate.store.CheckedRows;

/** Reads the steps of alerts, each with its alert as it stood then. In a transaction of its caller. */
final class StepRows {
    private StepRows() {}

    /** The steps of an alert after one, in order; none if there is no such alert. */
    static List<AlertStep> after(Connection connection, UUID id, int number) throws SQLException {
        Optional<Alert> alert = AlertRows.find(connection, id);
        if (alert.isEmpty()) {
            return List.of();
        }
        List<AlertStep> steps = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT number, step, at_nanos, who, means, alert_step.* FROM alert_step WHERE alert = ? ORDER BY number")) {
            select.setString(1, id.toString());
            boolean acknowledged = false;
            try (ResultSet row = select.executeQuery()) {
                CheckedRows.Check check = CheckedRows.STEP.check(row);
                while (row.next()) {
                    if (!check.isWhole()) {
                        DamagedRows.log("step " + row.getInt(1) + " of alert " + id, "it is left out");
                        continue;
                    }
                    AlertState state = AlertState.ofToken(row.getString(2));
                    acknowledged |= state == AlertState.ACKNOWLEDGED;
                    Alert then = asOf(alert.get(), state, row.getInt(1), row.getLong(3), acknowledged);
                    if (then.steps() > number) {
                        steps.add(
                                new AlertStep(then, state, row.getLong(3), Who.of(row.getString(4), row.getString(5))));
                    }
                }
            }
        }
        return steps;
    }

    private static Alert asOf(Alert now, AlertState state, int steps, long atNanos, boolean acknowledged) {
        return new Alert(
                now.id(),
                now.ban(),
                now.session(),
                now.cause(),
                now.priority(),
                state,
                now.raisedNanos(),
                acknowledged ? now.acknowledged() : Optional.empty(),
                state == AlertState.ENDED ? OptionalLong.of(atNanos) : OptionalLong.empty(),
                steps,
                false,
                now.damaged());
    }

    /** Whether the store has tables of alerts; one that no host of today has opened has none. */
    static boolean areKept(Connection connection) throws SQLException {
        try (ResultSet table = connection.getMetaData().getTables(null, null, "alert_step", null)) {
            return table.next();
        }
    }

    /** The alerts that were found in a session, last if they were found again, the oldest first. */
    static List<UUID> ofSession(Connection connection, UUID session) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id FROM alert WHERE session = ? ORDER BY raised_nanos, id")) {
            select.setString(1, session.toString());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ids.add(UUID.fromString(row.getString(1)));
                }
            }
        }
        return ids;
    }
}
