package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Checks the tables of alerts. One thread. */
final class AlertCheck {
    /** The first schema version in which these tables have checksums. */
    private static final int CHECKED_ALERTS = 8;
    /** The first one in which a delivery has its BAN. */
    private static final int BANS_OF_DELIVERIES = 10;

    private final Connection connection;
    private final int schema;
    private final CheckListener listener;

    AlertCheck(Connection connection, int schema, CheckListener listener) {
        this.connection = connection;
        this.schema = schema;
        this.listener = listener;
    }

    /** What is wrong with a row of a query. */
    private interface Row {
        void check(ResultSet row) throws SQLException;
    }

    void run() {
        if (schema < CHECKED_ALERTS) {
            return;
        }
        sums(CheckedRows.ALERT, "alert", "id, 0, ''");
        sums(CheckedRows.STEP, "alert_step", "alert, number, ''");
        sums(CheckedRows.DELIVERY, "alert_delivery", "alert, number, contact");
        each(
                "alert_delivery",
                "SELECT alert, number, contact, outcome, coalesce(done_nanos, 0), outcome_check FROM alert_delivery",
                row -> {
                    if (row.getLong(6) != -1 - row.getLong(4) - row.getLong(5)) {
                        found("alert_delivery", row, "its outcome " + row.getLong(4) + " does not match its check");
                    }
                });
        each(
                "alert",
                "SELECT a.id, 0, '', a.steps, count(s.number) FROM alert a LEFT JOIN alert_step s ON s.alert = a.id"
                        + " GROUP BY a.id, a.steps HAVING a.steps <> count(s.number)",
                row -> found("alert", row, "has had " + row.getLong(4) + " steps, stored are " + row.getLong(5)));
        ofNone("alert_step", "alert, number, ''");
        ofNone("alert_delivery", "alert, number, contact");
        if (schema >= BANS_OF_DELIVERIES) {
            bansOfDeliveries();
        }
    }

    /** What does not fit a damaged alert is not named: the alert itself is. */
    private void bansOfDeliveries() {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT d.alert, d.number, d.contact, alert.*"
                        + " FROM alert_delivery d JOIN alert ON alert.id = d.alert"
                        + " WHERE d.ban <> alert.ban AND (d.ban <> '' OR d.outcome = 0)")) {
            CheckedRows.Check check = CheckedRows.ALERT.check(row);
            while (row.next()) {
                if (check.isWhole()) {
                    found("alert_delivery", row, "its BAN is not that of its alert");
                }
            }
        } catch (SQLException e) {
            unreadable("alert_delivery", e);
        }
    }

    private void sums(CheckedRows rows, String table, String place) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + place + ", " + table + ".* FROM " + table)) {
            CheckedRows.Check check = rows.check(row);
            while (row.next()) {
                if (!check.isWhole()) {
                    found(table, row, StoreDamage.CHECKSUM);
                }
            }
        } catch (SQLException e) {
            unreadable(table, e);
        }
    }

    private void ofNone(String table, String place) {
        each(
                table,
                "SELECT " + place + " FROM " + table
                        + " t WHERE NOT EXISTS (SELECT 1 FROM alert a WHERE a.id = t.alert)",
                row -> found(table, row, StoreDamage.STRAY + "alert of this store"));
    }

    private void each(String table, String select, Row checked) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(select)) {
            while (row.next()) {
                checked.check(row);
            }
        } catch (SQLException e) {
            unreadable(table, e);
        }
    }

    private void unreadable(String table, SQLException e) {
        listener.found(new StoreDamage(table, "", StoreDamage.UNREADABLE + e.getMessage()));
    }

    /** The first columns are the alert, the number of the step or 0, and the contact or nothing. */
    private void found(String table, ResultSet row, String what) throws SQLException {
        long step = row.getLong(2);
        String contact = String.valueOf(row.getString(3));
        listener.found(new StoreDamage(
                table,
                "alert " + row.getString(1) + (table.equals("alert") ? "" : ", step " + step)
                        + (contact.isEmpty() ? "" : ", contact " + contact),
                what));
    }
}
