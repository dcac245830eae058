package org.banip.surrogate.alert;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Who;
import org.banip.surrogate.store.CheckedRows;
import org.banip.surrogate.store.SideTables;

/** Alerts in a store, for tests of stores: some open, some acknowledged, some ended, with deliveries of each step. */
public final class StoredAlerts {
    private static final Who CLARA = Who.of("clara", "password");

    private StoredAlerts() {}

    private static AlertBook book(SideTables tables) {
        return new AlertBook(tables, System::nanoTime, () -> AlertBookContract.RULES, 100_000);
    }

    /** Adds alerts of a BAN. */
    public static void write(SideTables tables, String ban, int count) {
        AlertBook book = book(tables);
        for (int i = 0; i < count; i++) {
            Finding finding = Findings.begins("detector-" + i, Severity.HIGH, 100 + i);
            AlertStep raised = book.take(List.of(new Found(ban, Findings.SESSION, "host", false, 7, finding)))
                    .get(0);
            if (i % 3 > 0) {
                book.acknowledge(raised.alert().id(), CLARA);
            }
            if (i % 3 > 1) {
                book.end(raised.alert().id(), CLARA);
            }
        }
    }

    /** The alerts whose checksums do not match, open or not. */
    static List<String> damaged(SideTables tables) {
        return tables.read(connection -> {
            List<String> damaged = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT alert.* FROM alert")) {
                CheckedRows.Check check = CheckedRows.ALERT.check(row);
                while (row.next()) {
                    if (!check.isWhole()) {
                        damaged.add(row.getString("id"));
                    }
                }
            }
            return damaged;
        });
    }

    /** All that a host reads of the open alerts: alerts, steps, deliveries. */
    public static List<String> read(SideTables tables) {
        AlertBook book = book(tables);
        List<String> read = new ArrayList<>();
        for (Alert alert : book.open()) {
            read.add(alert.toString());
            book.stepsAfter(alert.id(), 0).forEach(step -> read.add(step.toString()));
        }
        return read;
    }
}
