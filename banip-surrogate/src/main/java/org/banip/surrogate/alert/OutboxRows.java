package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.banip.surrogate.store.CheckedRows;

/** The rows of what is to be delivered. In a transaction of its caller. */
final class OutboxRows {
    private static final int WAITS = 0;
    private static final int DELIVERED = 1;
    private static final int GIVEN_UP = 2;
    private static final int REFUSED = 3;
    private static final int REMOVED = 4;
    /** Nobody knows any more what was to be delivered. */
    private static final int DAMAGED = 5;

    private static final int MOST_REMOVED = 1000;
    static final String KEY = " WHERE alert = ? AND contact = ? AND number = ? AND outcome = 0";

    static final String OF_BAN = " AND EXISTS (SELECT 1 FROM alert a WHERE a.id = d.alert AND a.ban = ?)";

    private OutboxRows() {}

    static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** Those who were told of an alert, or are about to be. */
    static Set<String> contacts(Connection connection, String alert) throws SQLException {
        Set<String> contacts = new LinkedHashSet<>();
        try (PreparedStatement select = prepared(
                        connection, "SELECT DISTINCT contact FROM alert_delivery WHERE alert = ? ORDER BY 1", alert);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                contacts.add(row.getString(1));
            }
        }
        return contacts;
    }

    /** How many wait for a contact. */
    static long waiting(Connection connection, String contact) throws SQLException {
        return count(connection, "SELECT count(*) FROM alert_delivery WHERE outcome = 0 AND contact = ?", contact);
    }

    /** How many of one BAN wait for a contact. */
    static long waiting(Connection connection, String contact, String ban) throws SQLException {
        return count(
                connection,
                "SELECT count(*) FROM alert_delivery WHERE outcome = 0 AND contact = ? AND ban = ?",
                contact,
                ban);
    }

    private static long count(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement select = prepared(connection, sql, values);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** The contacts for whom something waits. Goes through the index from contact to contact, not from row to row. */
    static Set<String> waitingContacts(Connection connection) throws SQLException {
        String next = "SELECT min(contact) FROM alert_delivery WHERE outcome = 0";
        Set<String> contacts = new LinkedHashSet<>();
        try (PreparedStatement select = prepared(
                        connection,
                        "WITH RECURSIVE one (contact) AS (SELECT (" + next + ") UNION ALL SELECT (" + next
                                + " AND contact > one.contact) FROM one WHERE one.contact IS NOT NULL)"
                                + " SELECT contact FROM one WHERE contact IS NOT NULL");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                contacts.add(row.getString(1));
            }
        }
        return contacts;
    }

    /** Ends deliveries to a contact that is not in the file any more, at most {@value #MOST_REMOVED} at once; how many. */
    static int remove(Connection connection, String contact, long nowNanos) throws SQLException {
        return update(
                connection,
                "UPDATE alert_delivery SET " + outcome(REMOVED, nowNanos)
                        + ", claimed_by = '', claimed_until_nanos = 0 WHERE outcome = 0 AND contact = ? AND (alert, number) IN"
                        + " (SELECT alert, number FROM alert_delivery WHERE outcome = 0 AND contact = ? LIMIT "
                        + MOST_REMOVED + ")",
                contact,
                contact);
    }

    /** How many wait for each contact that has some. */
    static Map<String, Long> waitingByContact(Connection connection) throws SQLException {
        Map<String, Long> waiting = new TreeMap<>();
        try (PreparedStatement select = prepared(
                        connection, "SELECT contact, count(*) FROM alert_delivery WHERE outcome = 0 GROUP BY contact");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                waiting.put(row.getString(1), row.getLong(2));
            }
        }
        return waiting;
    }

    /** The BANs of which something waits for a contact. */
    static Set<String> waitingBans(Connection connection, String contact) throws SQLException {
        Set<String> bans = new LinkedHashSet<>();
        try (PreparedStatement select = prepared(
                        connection,
                        "SELECT DISTINCT a.ban FROM alert a JOIN alert_delivery d ON d.alert = a.id"
                                + " WHERE d.outcome = 0 AND d.contact = ? ORDER BY 1",
                        contact);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                bans.add(row.getString(1));
            }
        }
        return bans;
    }

    /** Puts a step into the outbox for a contact; it is given up at once if there is no room. */
    static void insert(Connection connection, AlertStep step, String contact, String body, boolean room)
            throws SQLException {
        Object[] values = {
            step.alert().id().toString(),
            contact,
            step.alert().steps(),
            step.alert().priority().urgency(),
            body,
            step.atNanos()
        };
        int outcome = room ? WAITS : GIVEN_UP;
        Object[] row = Arrays.copyOf(values, values.length + 1);
        row[values.length] = step.alert().ban();
        int unused = update(
                connection,
                "INSERT INTO alert_delivery (alert, contact, number, urgency, body, made_nanos, ban, due_nanos, attempts,"
                        + " claimed_by, claimed_until_nanos, outcome, outcome_check, row_crc) VALUES (?, ?, ?, ?, ?, ?, ?, "
                        + step.atNanos() + ", 0, '', 0, " + outcome + ", " + (-1 - outcome) + ", "
                        + CheckedRows.DELIVERY.crc(values) + ")",
                row);
    }

    /** Sets the outcome of a delivery. */
    private static String outcome(int outcome, long nowNanos) {
        return "outcome = " + outcome + ", done_nanos = " + nowNanos + ", outcome_check = " + (-1 - outcome - nowNanos);
    }

    /** A damaged delivery with the text that its alert and step give; empty if these are damaged, too, or there are none. */
    static Optional<Delivery> mended(Connection connection, Delivery one) throws SQLException {
        UUID alert;
        try {
            alert = UUID.fromString(one.alert());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return StepRows.after(connection, alert, one.number() - 1).stream()
                .filter(step ->
                        step.alert().steps() == one.number() && !step.alert().damaged())
                .map(step -> one.saying(AlertJson.delivery(step, one.to().contact())))
                .findFirst();
    }

    /** It was taken; false if that is known already. */
    static boolean delivered(Connection connection, Delivery one, long nowNanos) throws SQLException {
        return ended(connection, one, DELIVERED, nowNanos);
    }

    /** It was refused for good; false if it was taken, or that is known already. */
    static boolean refused(Connection connection, Delivery one, long nowNanos) throws SQLException {
        return ended(connection, one, REFUSED, nowNanos);
    }

    /** Nobody knows any more what was to be delivered. */
    static void damaged(Connection connection, Delivery one, long nowNanos) throws SQLException {
        boolean unused = ended(connection, one, DAMAGED, nowNanos);
    }

    private static boolean ended(Connection connection, Delivery one, int outcome, long nowNanos) throws SQLException {
        return update(
                        connection,
                        "UPDATE alert_delivery SET " + outcome(outcome, nowNanos)
                                + ", claimed_by = '', claimed_until_nanos = 0" + KEY,
                        one.alert(),
                        one.to().contact(),
                        one.number())
                == 1;
    }

    /** It was not taken, and may be tried again by any host from an instant on. */
    static void failed(Connection connection, Delivery one, String host, long dueNanos) throws SQLException {
        int unused = update(
                connection,
                "UPDATE alert_delivery SET due_nanos = ?, claimed_by = '', claimed_until_nanos = 0" + KEY
                        + " AND claimed_by = ?",
                dueNanos,
                one.alert(),
                one.to().contact(),
                one.number(),
                host);
    }

    /** What waits for a contact and is not under way may be tried at once; how many. */
    static int dueNow(Connection connection, String contact) throws SQLException {
        return update(
                connection,
                "UPDATE alert_delivery SET due_nanos = made_nanos WHERE outcome = 0 AND contact = ? AND claimed_by = ''",
                contact);
    }

    /** Ends all claims: for the only host of a store, whose earlier life made them. */
    static void releaseAll(Connection connection) throws SQLException {
        int unused = update(
                connection,
                "UPDATE alert_delivery SET claimed_by = '', claimed_until_nanos = 0 WHERE outcome = 0 AND claimed_by <> ''");
    }
}
