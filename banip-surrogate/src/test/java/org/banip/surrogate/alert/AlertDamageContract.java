package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.alert.Findings.host;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Who;
import org.banip.surrogate.store.CheckListener;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SideTables;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreCheck;
import org.banip.surrogate.store.StoreDamage;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoreSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of alerts that are not as they were written, whatever the database. */
abstract class AlertDamageContract {
    private static final Destination WARD = new Destination("ward", "");
    private static final Who CLARA = Who.of("clara", "password");

    private Store store;
    private SideTables tables;
    private AlertBook book;
    private UUID first;
    private UUID second;

    abstract StoreLocation location() throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = JdbcStore.open(location(), StoreSettings.DEFAULT);
        tables = store.sideTables().orElseThrow();
        book = AlertBookContract.bookOf(tables);
        first = book.take(List.of(host(begins("one", Severity.HIGH, 100))))
                .get(0)
                .alert()
                .id();
        second = book.take(List.of(host(begins("two", Severity.HIGH, 200))))
                .get(0)
                .alert()
                .id();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void sql(String update) {
        int rows = tables.write("change rows", connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(update);
            }
        });
        assertThat(rows).as(update).isPositive();
    }

    private String one(String query) {
        return tables.read(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                assertThat(row.next()).isTrue();
                return row.getString(1);
            }
        });
    }

    private List<String> damages() throws Exception {
        List<String> found = new ArrayList<>();
        StoreCheck.run(location(), new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                found.add(damage.text());
            }

            @Override
            public void progress(String step, long done, long total) {}
        });
        return found;
    }

    @Test
    void everyStepLeavesTheRowsWhole() throws Exception {
        assertThat(book.escalate()).hasSize(2);
        book.take(List.of(host(begins("one", Severity.HIGH, 300))));
        book.acknowledge(first, CLARA);
        book.take(List.of(host(ends("one", Severity.HIGH, 298, 400))));
        book.end(second, CLARA);
        List<Delivery> claimed = claim();
        assertThat(claimed).hasSize(2);
        tables.write(
                "end deliveries",
                connection -> OutboxRows.delivered(connection, claimed.get(0), 500)
                        && OutboxRows.refused(connection, claimed.get(1), 501));
        tables.write("end deliveries", connection -> OutboxRows.remove(connection, "on-call", 502));
        assertThat(one("SELECT count(*) FROM alert WHERE row_crc IS NULL")).isEqualTo("0");
        assertThat(one("SELECT count(*) FROM alert_step WHERE row_crc IS NULL")).isEqualTo("0");
        assertThat(one("SELECT count(*) FROM alert_delivery WHERE row_crc IS NULL"))
                .isEqualTo("0");
        assertThat(damages()).isEmpty();
    }

    private List<Delivery> claim() {
        return tables.write(
                "claim",
                connection -> new OutboxTurns()
                        .claim(
                                connection,
                                WARD,
                                new OutboxTurns.Claim(
                                        "host", Long.MAX_VALUE / 2, Long.MAX_VALUE / 2 + 1, tables.skipLocked()),
                                10));
    }

    @Test
    void eachColumnIsChecked() throws Exception {
        book.acknowledge(first, CLARA);
        for (String table : List.of("alert", "alert_step", "alert_delivery")) {
            for (String column : columns(table)) {
                String before = one("SELECT row_crc FROM alert WHERE id = '" + first + "'");
                String where = " WHERE " + (table.equals("alert") ? "id" : "alert") + " = '" + first + "'"
                        + (table.equals("alert") ? "" : " AND number = 1");
                String old = one("SELECT " + column + " FROM " + table + where);
                boolean number = old != null && old.matches("-?[0-9.E]+");
                sql("UPDATE " + table + " SET " + column + " = "
                        + (old == null ? "7" : number ? column + " + 1" : column + " || 'x'") + where);
                assertThat(damages())
                        .as(table + " " + column)
                        .isNotEmpty()
                        .allMatch(damage -> damage.startsWith(table + ", alert " + first) || column.equals("steps"));
                sql("UPDATE " + table + " SET " + column + " = "
                        + (old == null ? "NULL" : number ? column + " - 1" : "'" + old + "'") + where);
                assertThat(before).isEqualTo(one("SELECT row_crc FROM alert WHERE id = '" + first + "'"));
            }
        }
        assertThat(damages()).isEmpty();
    }

    /** Those that can be changed alone. */
    private static List<String> columns(String table) {
        return switch (table) {
            case "alert" ->
                List.of(("ban kind sensor_group channel unit measured since_nanos found_nanos found_item over_nanos"
                                + " over_item raised_nanos escalate_nanos acknowledged_by acknowledged_nanos ended_nanos steps")
                        .split(" ", -1));
            case "alert_step" -> List.of("step", "at_nanos", "who", "means");
            default ->
                List.of("contact", "urgency", "body", "made_nanos", "ban", "outcome", "done_nanos", "outcome_check");
        };
    }

    @Test
    void aChangedAlertIsNamedAndShownAsDamagedAndStaysSo() throws Exception {
        sql("UPDATE alert SET priority = 'low', measured = 9 WHERE id = '" + first + "'");
        assertThat(damages()).containsExactly("alert, alert " + first + ": its checksum does not match its content");
        assertThat(book.open())
                .hasSize(2)
                .allMatch(alert -> alert.damaged() == alert.id().equals(first));
        book.acknowledge(first, CLARA);
        assertThat(AlertJson.step(book.stepsAfter(first, 1).get(0))).contains("\"damaged\":true");
        assertThat(book.stepsAfter(first, 0))
                .hasSize(2)
                .allMatch(step -> step.alert().damaged());
        assertThat(damages()).containsExactly("alert, alert " + first + ": its checksum does not match its content");
        sql("UPDATE alert SET priority = 'high', measured = 4.5, row_crc = NULL WHERE id = '" + first + "'");
        assertThat(book.open()).noneMatch(Alert::damaged);
    }

    @Test
    void whatMakesNoSenseStopsNothing() throws Exception {
        sql("UPDATE alert SET priority = 'hifh', state = 'sent', severity = '', session = 'x' WHERE id = '" + first
                + "'");
        assertThat(book.find(first).orElseThrow().priority()).isEqualTo(Priority.HIGH);
        sql("UPDATE alert SET detector = 'three' WHERE id = '" + first + "'");
        sql("DELETE FROM alert_delivery");
        sql("DELETE FROM alert_step WHERE alert = '" + first + "'");
        sql("UPDATE alert SET id = 'no uuid' WHERE id = '" + first + "'");
        assertThat(book.open()).extracting(Alert::id).containsExactly(second);
        assertThat(book.take(
                        List.of(host(begins("three", Severity.HIGH, 300)), host(begins("four", Severity.LOW, 300)))))
                .extracting(step -> step.alert().cause().detector())
                .containsExactly("four");
        assertThat(damages()).anyMatch(damage -> damage.startsWith("alert, alert no uuid: its checksum"));
    }

    @Test
    void aDamagedStepIsLeftOut() throws Exception {
        book.acknowledge(first, CLARA);
        sql("UPDATE alert_step SET who = 'other' WHERE number = 2 AND alert = '" + first + "'");
        assertThat(damages())
                .containsExactly("alert_step, alert " + first + ", step 2: its checksum does not match its content");
        assertThat(book.stepsAfter(first, 0)).extracting(AlertStep::step).containsExactly(AlertState.RAISED);
        assertThat(book.stepsAfter(second, 0)).hasSize(1);
    }

    @Test
    void aDamagedDeliveryIsMadeFromTheStepOrNotAtAllAndHoldsUpNone() throws Exception {
        String body = one("SELECT body FROM alert_delivery WHERE contact = 'ward' AND alert = '" + first + "'");
        sql("UPDATE alert_delivery SET body = '{}' WHERE contact = 'ward' AND alert = '" + first + "'");
        sql("UPDATE alert_delivery SET body = '{}' WHERE contact = 'ward' AND alert = '" + second + "'");
        sql("UPDATE alert SET unit = 'x' WHERE id = '" + second + "'");
        book.acknowledge(second, CLARA);
        assertThat(damages())
                .contains("alert_delivery, alert " + first
                        + ", step 1, contact ward: its checksum does not match its content");
        assertThat(claim()).hasSize(2).satisfies(claimed -> {
            assertThat(claimed.get(0).body()).isEqualTo(body);
            assertThat(claimed.get(1).number()).isEqualTo(2);
        });
        assertThat(one("SELECT outcome FROM alert_delivery WHERE number = 1 AND contact = 'ward' AND alert = '" + second
                        + "'"))
                .isEqualTo("5");
    }

    @Test
    void aMissingStepIsNamed() throws Exception {
        sql("DELETE FROM alert_step WHERE alert = '" + second + "'");
        assertThat(damages()).containsExactly("alert, alert " + second + ": has had 1 steps, stored are 0");
    }

    @Test
    void rowsOfAnOlderVersionGetTheirChecksumsWhenAHostStarts() throws Exception {
        String row = one("SELECT row_crc FROM alert WHERE id = '" + first + "'");
        for (String table : List.of("alert", "alert_step", "alert_delivery")) {
            sql("UPDATE " + table + " SET row_crc = NULL");
        }
        assertThat(damages()).isEmpty();
        store.close();
        store = JdbcStore.open(location(), StoreSettings.DEFAULT);
        tables = store.sideTables().orElseThrow();
        assertThat(one("SELECT row_crc FROM alert WHERE id = '" + first + "'")).isEqualTo(row);
        for (String table : List.of("alert", "alert_step", "alert_delivery")) {
            assertThat(one("SELECT count(*) FROM " + table + " WHERE row_crc IS NULL"))
                    .isEqualTo("0");
        }
        assertThat(damages()).isEmpty();
    }
}
