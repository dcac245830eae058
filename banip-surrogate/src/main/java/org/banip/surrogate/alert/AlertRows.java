package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.banip.alerts.finding.Severity;
import org.banip.surrogate.detection.BanFinding;
import org.banip.surrogate.store.CheckedRows;

/** The rows of alerts and their steps. In a transaction of its caller. */
final class AlertRows {
    /** A clock that is set back by less is only adjusted. */
    private static final long CLOCK_STEP_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final String COLUMNS =
            "id, ban, session, found_by, detector, kind, severity, sensor_group, channel, measured,"
                    + " unit, since_nanos, priority, state, raised_nanos, acknowledged_by, acknowledged_nanos, ended_nanos, steps";
    private static final String SAME = " ban = ? AND found_by = ? AND detector = ? AND kind = ?";
    private static final String OPEN = " AND ended_nanos IS NULL";
    /**
     * What {@code fall} and {@code change} find: something that happened. That it is over says nothing about how the patient is, so their alerts stay
     * open until somebody acknowledges them. An open alert that is over has an instant in over_nanos.
     */
    private static final List<String> LATCHING_KINDS = List.of("fall", "rise");

    private static final String LATCHING = " AND kind IN ('" + String.join("', '", LATCHING_KINDS) + "')";

    /** Its session was registered before another one; one that is not in the store any more was. */
    private static final String EARLIER =
            "COALESCE((SELECT i.id FROM interconnect i WHERE i.session = alert.session), 0)"
                    + " < (SELECT i.id FROM interconnect i WHERE i.session = ?)";

    private AlertRows() {}

    static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        return CheckedRows.ALERT.update(connection, sql, values);
    }

    static List<Alert> alerts(Connection connection, String where, Object... values) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT " + COLUMNS + ", over_nanos, alert.* FROM alert WHERE" + where)) {
            bind(select, values);
            List<Alert> found = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                CheckedRows.Check check = CheckedRows.ALERT.check(row);
                while (row.next()) {
                    if (check.isWhole()) {
                        found.add(alert(row, false));
                    } else {
                        damaged(row).ifPresent(found::add);
                    }
                }
            }
            return found;
        }
    }

    static boolean exists(Connection connection, String where, Object... values) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT 1 FROM alert WHERE" + where)) {
            bind(select, values);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    /** A damaged alert is shown all the same, because somebody may need help; unless its columns make no sense. */
    private static Optional<Alert> damaged(ResultSet row) throws SQLException {
        String which = "alert " + row.getString(1);
        try {
            Alert alert = alert(row, true);
            DamagedRows.log(which, "it is shown as it stands there");
            return Optional.of(alert);
        } catch (IllegalArgumentException e) {
            DamagedRows.log(which, "it is left out, because " + e.getMessage());
            return Optional.empty();
        }
    }

    /** A text; empty if a damage took it. */
    static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    /** The text that has a meaning; of a damaged row the most urgent one if it has none. */
    static <T> T meaning(String text, Function<String, T> meanings, boolean damaged, T mostUrgent) {
        try {
            return meanings.apply(text);
        } catch (IllegalArgumentException e) {
            if (damaged) {
                return mostUrgent;
            }
            throw e;
        }
    }

    private static Alert alert(ResultSet row, boolean damaged) throws SQLException {
        double measured = row.getDouble(10);
        Cause cause = new Cause(
                text(row, 4),
                text(row, 5),
                text(row, 6),
                meaning(text(row, 7), Cause::severity, damaged, Severity.HIGH),
                text(row, 8),
                text(row, 9),
                Double.isFinite(measured) ? measured : 0,
                text(row, 11),
                row.getLong(12));
        String by = row.getString(16);
        Optional<Alert.Acknowledgement> acknowledged =
                by == null ? Optional.empty() : Optional.of(new Alert.Acknowledgement(by, row.getLong(17)));
        long endedNanos = row.getLong(18);
        OptionalLong ended = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(endedNanos);
        boolean over = row.getObject(20) != null && ended.isEmpty();
        return new Alert(
                UUID.fromString(text(row, 1)),
                text(row, 2),
                meaning(text(row, 3), UUID::fromString, damaged, new UUID(0, 0)),
                cause,
                meaning(text(row, 13), Priority::parse, damaged, Priority.HIGH),
                meaning(text(row, 14), AlertState::ofToken, damaged, AlertState.RAISED),
                row.getLong(15),
                acknowledged,
                ended,
                row.getInt(19),
                over,
                damaged);
    }

    /** Adds an alert in its first step, unless one like it is open. Of two hosts that do so at once, one waits for the other, and adds nothing. */
    static boolean insert(Connection connection, Alert alert, Found found, OptionalLong escalateNanos)
            throws SQLException {
        Cause cause = alert.cause();
        String sql = "INSERT INTO alert (" + COLUMNS + ", found_nanos, found_item, escalate_nanos)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, ?, ?, ?, "
                + (escalateNanos.isPresent() ? escalateNanos.getAsLong() : "NULL") + ") ON CONFLICT DO NOTHING";
        return CheckedRows.ALERT.insert(
                        connection,
                        sql,
                        alert.id().toString(),
                        alert.ban(),
                        alert.session().toString(),
                        cause.by(),
                        cause.detector(),
                        cause.kind(),
                        cause.severity().token(),
                        cause.group(),
                        cause.channel(),
                        cause.measured(),
                        cause.unit(),
                        cause.sinceNanos(),
                        alert.priority().token(),
                        alert.state().token(),
                        alert.raisedNanos(),
                        alert.steps(),
                        found.finding().atNanos(),
                        found.item())
                == 1;
    }

    /**
     * A beginning comes while an alert like it is open in its session: it belongs to that alert. False if there is none.
     */
    static boolean foundAgain(Connection connection, Found found) throws SQLException {
        int unused = update(
                connection,
                "UPDATE alert SET found_nanos = ?, found_item = ?, over_nanos = NULL, over_item = NULL WHERE session = ? AND NOT "
                        + isLater("found", ">=", found) + " AND" + SAME + OPEN,
                values(
                        found,
                        found.finding().atNanos(),
                        found.item(),
                        found.session().toString()));
        return isOpen(connection, found);
    }

    /** Whether an alert like a finding is open in its session. */
    static boolean isOpen(Connection connection, Found found) throws SQLException {
        return exists(
                connection,
                " session = ? AND" + SAME + OPEN,
                values(found, found.session().toString()));
    }

    /** The values, and then the key of a finding. */
    private static Object[] values(Found found, Object... first) {
        Object[] key = found.key();
        Object[] all = Arrays.copyOf(first, first.length + key.length);
        System.arraycopy(key, 0, all, first.length, key.length);
        return all;
    }

    /** Whether a beginning in data that were gone through before was told before: of its session, one that was decided or over then or later is known. */
    static boolean isKnown(Connection connection, Found found) throws SQLException {
        return exists(
                connection,
                " session = ? AND (" + isLater("found", ">=", found) + " OR " + isLater("over", ">=", found) + ") AND"
                        + SAME,
                values(found, found.session().toString()));
    }

    /**
     * Whether an alert was found, or over, in an item after that of a finding, or in the same one and at a later instant. The MBU's clock may have been
     * set back between two items, so instants count within one item only, and where a row of schema version 5 has no item.
     *
     * @param instants how the instants of one item are compared
     */
    private static String isLater(String columns, String instants, Found found) {
        String item = columns + "_item";
        return "(COALESCE(" + item + ", -1) > " + found.item() + " OR (" + item + " IS NULL OR " + item + " = "
                + found.item() + ") AND " + columns + "_nanos " + instants + " "
                + found.finding().atNanos() + ")";
    }

    /** Open alerts like a beginning that belong to a session that was registered before its own. One that is not in the store any more was. */
    static List<Alert> leftOpen(Connection connection, Found found) throws SQLException {
        String session = found.session().toString();
        return alerts(
                connection, " session <> ? AND " + EARLIER + OPEN + " AND" + SAME, values(found, session, session));
    }

    /** Whether an alert like a beginning is open in another session that was not registered before its own: what comes late makes none. */
    static boolean isOpenInLaterSession(Connection connection, Found found) throws SQLException {
        String session = found.session().toString();
        return exists(
                connection,
                " session <> ? AND (" + EARLIER + ") IS NOT TRUE AND" + SAME + OPEN,
                values(found, session, session));
    }

    /** Open alerts of a group's silence, of a session before an item or of one that was registered before. */
    static List<Alert> silent(Connection connection, Delivered delivered) throws SQLException {
        String session = delivered.session().toString();
        return alerts(
                connection,
                " ban = ? AND sensor_group = ? AND found_by = ? AND kind = ?"
                        + " AND (session = ? AND COALESCE(found_item, -1) < ? OR " + EARLIER + ")" + OPEN,
                delivered.ban(),
                delivered.group(),
                delivered.by(),
                BanFinding.SILENT,
                session,
                delivered.item(),
                session);
    }

    /** Whether it is about the silence of a group, which the host found. */
    static boolean isSilence(Alert alert) {
        return alert.cause().kind().equals(BanFinding.SILENT)
                && Delivered.FINDERS.contains(alert.cause().by());
    }

    /** The open alert that the end of a finding ends; none if it ends an earlier one, or one of another session. */
    static Optional<Alert> endedBy(Connection connection, Found found) throws SQLException {
        String earlier = found.again() ? " AND NOT " + isLater("found", ">", found) : "";
        return alerts(
                        connection,
                        " session = ?" + earlier + OPEN + " AND" + SAME,
                        values(found, found.session().toString()))
                .stream()
                .findFirst();
    }

    /** Whether alerts of this kind stay open until somebody acknowledges them, also when what they are about is over. */
    static boolean isLatching(String kind) {
        return LATCHING_KINDS.contains(kind);
    }

    /** Those of a session that have not ended. */
    static List<Alert> open(Connection connection, UUID session, String by) throws SQLException {
        return alerts(connection, " session = ? AND found_by = ?" + OPEN, session.toString(), by);
    }

    /**
     * What an open alert is about is over, by a finding if there is one: notes that if the alert is latching and nobody has acknowledged it, else false.
     * It goes on to escalate.
     */
    static boolean latch(Connection connection, UUID id, Optional<Found> over) throws SQLException {
        String since = over.map(found -> "over_nanos = " + found.finding().atNanos() + ", over_item = " + found.item())
                .orElse("over_nanos = COALESCE(over_nanos, found_nanos),"
                        + " over_item = CASE WHEN over_nanos IS NULL THEN found_item ELSE over_item END");
        return update(
                        connection,
                        "UPDATE alert SET " + since + " WHERE state IN ('raised', 'escalated')" + LATCHING
                                + " AND id = ?",
                        id.toString())
                == 1;
    }

    /** Ends one that was over when somebody acknowledged it; false if it is not over. */
    static boolean endLatched(Connection connection, UUID id, long nowNanos) throws SQLException {
        return update(
                        connection,
                        "UPDATE alert SET state = 'ended', ended_nanos = ?, steps = steps + 1 WHERE over_nanos IS NOT NULL AND id = ?"
                                + OPEN,
                        nowNanos,
                        id.toString())
                == 1;
    }

    /** False if it has ended; {@code over} is the finding by which a detector decided it, if one did. */
    static boolean end(Connection connection, UUID id, long nowNanos, Optional<Found> over) throws SQLException {
        String decided = over.map(
                        found -> "over_nanos = " + found.finding().atNanos() + ", over_item = " + found.item() + ", ")
                .orElse("");
        return update(
                        connection,
                        "UPDATE alert SET " + decided
                                + "state = 'ended', ended_nanos = ?, escalate_nanos = NULL, steps = steps + 1 WHERE id = ?"
                                + OPEN,
                        nowNanos,
                        id.toString())
                == 1;
    }

    /** False if it was acknowledged or has ended. */
    static boolean acknowledge(Connection connection, UUID id, String by, long nowNanos) throws SQLException {
        return update(
                        connection,
                        "UPDATE alert SET state = 'acknowledged', acknowledged_by = ?, acknowledged_nanos = ?, escalate_nanos = NULL,"
                                + " steps = steps + 1 WHERE id = ? AND state IN ('raised', 'escalated')",
                        by,
                        nowNanos,
                        id.toString())
                == 1;
    }

    /** False if it was acknowledged, has ended or was escalated by another host. */
    static boolean escalate(Connection connection, UUID id) throws SQLException {
        return update(
                        connection,
                        "UPDATE alert SET state = 'escalated', escalate_nanos = NULL, steps = steps + 1 WHERE id = ? AND state = 'raised'",
                        id.toString())
                == 1;
    }

    /** Those that nobody has acknowledged in time; if the clock was set back since, nobody knows, so the time is over. */
    static List<Alert> due(Connection connection, long nowNanos, int most) throws SQLException {
        return alerts(
                connection,
                " state = 'raised' AND (escalate_nanos <= ? OR escalate_nanos IS NOT NULL AND raised_nanos > ?)"
                        + " ORDER BY escalate_nanos LIMIT " + most,
                nowNanos,
                nowNanos + CLOCK_STEP_NANOS);
    }

    static Optional<Alert> find(Connection connection, UUID id) throws SQLException {
        return alerts(connection, " id = ?", id.toString()).stream().findFirst();
    }

    static void insertStep(Connection connection, AlertStep step) throws SQLException {
        Object[] values = {
            step.alert().id().toString(),
            step.alert().steps(),
            step.step().token(),
            step.atNanos(),
            step.who().name(),
            step.who().means()
        };
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO alert_step (alert, number, step, at_nanos, who, means, row_crc) VALUES (?, ?, ?, ?, ?, ?, "
                        + CheckedRows.STEP.crc(values) + ")")) {
            bind(insert, values);
            insert.executeUpdate();
        }
    }
}
