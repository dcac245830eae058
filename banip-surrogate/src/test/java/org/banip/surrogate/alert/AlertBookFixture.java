package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.begins;

import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.surrogate.store.JdbcWork;
import org.banip.surrogate.store.SideTables;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A book of alerts in a database, with contacts and rules. */
abstract class AlertBookFixture {
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    static final Destination WARD = new Destination("ward", "");

    static final ContactRules RULES = new ContactRules(
            List.of(contact("ward"), contact("on-call"), contact("wearer")),
            List.of(
                    new Rule(
                            Set.of(Severity.HIGH),
                            List.of(),
                            Set.of(),
                            Optional.empty(),
                            List.of("ward"),
                            List.of("on-call")),
                    new Rule(
                            Set.of(Severity.LOW), List.of(), Set.of(), Optional.empty(), List.of("wearer"), List.of())),
            Map.of(Priority.HIGH, Duration.ofNanos(1), Priority.MEDIUM, Duration.ofDays(1)));

    private static final AtomicLong LAST_NANOS = new AtomicLong();

    Store store;
    SideTables tables;
    AlertBook book;

    static Contact contact(String name) {
        return new Contact(name, new Way.Webhook(URI.create("http://127.0.0.1:9/" + name), KEY));
    }

    /** Opens the test's store, again if it was closed. */
    abstract Store openStore() throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = openStore();
        tables = store.sideTables().orElseThrow();
        book = bookOf(tables);
    }

    /** Changes the store, as damage or another version would, and opens it again. */
    void change(String... statements) throws Exception {
        int unused = tables.write("test", connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String one : statements) {
                    statement.execute(one);
                }
            }
            return 0;
        });
        store.close();
        open();
    }

    @AfterEach
    void close() {
        assertThat(StoredAlerts.damaged(tables))
                .as("alerts whose checksums a step has left out")
                .isEmpty();
        store.close();
    }

    /** Rises with each call: what is due a nanosecond later is due at the next one. */
    private static long nowNanos() {
        return LAST_NANOS.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis() * 1_000_000));
    }

    static AlertBook bookOf(SideTables tables) {
        return new AlertBook(tables, AlertBookFixture::nowNanos, () -> RULES, 100);
    }

    /** The rows of a query, their columns with spaces between them. */
    List<String> rows(String sql) {
        return tables.read(connection -> {
            List<String> rows = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    List<String> columns = new ArrayList<>();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        columns.add(row.getString(i));
                    }
                    rows.add(String.join(" ", columns));
                }
            }
            return rows;
        });
    }

    /** A database that fails after all statements of a transaction, before its commit. */
    record Failing(SideTables tables) implements SideTables {
        @Override
        public <T> T write(String what, JdbcWork<T> work) {
            return tables.write(what, connection -> {
                T unused = work.on(connection);
                throw new SQLException("the commit fails");
            });
        }

        @Override
        public <T> T read(JdbcWork<T> work) {
            return tables.read(work);
        }

        @Override
        public long nowNanos(Connection connection, LongSupplier hostClock) throws SQLException {
            return tables.nowNanos(connection, hostClock);
        }

        @Override
        public String skipLocked() {
            return tables.skipLocked();
        }
    }

    static List<AlertStep> take(AlertBook book, Report report) {
        return book.take(List.of(report));
    }

    List<AlertStep> found(Found found) {
        return take(book, found);
    }

    List<AlertStep> watching(UUID session, String by, List<Finding> holding) {
        return take(book, new Watching(Findings.BAN, session, by, holding));
    }

    static Found of(String ban, String detector, Severity severity) {
        return new Found(ban, SESSION, "host", false, 7, begins(detector, severity, 100));
    }

    static Found of(UUID session, boolean again, Finding finding) {
        return new Found(Findings.BAN, session, "host", again, 7, finding);
    }

    static Found in(long item, boolean again, Finding finding) {
        return new Found(Findings.BAN, SESSION, "host", again, item, finding);
    }

    void register(UUID session) {
        int unused = tables.write("register a session", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO interconnect (session, identity, surrogate_type, ban, registered_nanos)"
                            + " VALUES (?, 'ban-17', 'standard', '{}', 0)")) {
                insert.setString(1, session.toString());
                return insert.executeUpdate();
            }
        });
    }
}
