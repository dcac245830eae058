package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Checks an SQLite file's pages, indexes and schema, which the checksums of rows do not cover. One thread. */
final class SqliteStructure {
    private static final int MOST = 1000;
    private static final Pattern TREE = Pattern.compile("Tree (\\d+)");
    private static final Pattern INDEX = Pattern.compile(" index (\\w+)$");
    private static final Logger LOG = ServerLog.of(SqliteStructure.class);
    /** Flyway's own table, whose text is Flyway's. SQLite's own tables have none. */
    private static final String SCHEMA =
            "SELECT coalesce(type, '') || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_master"
                    + " WHERE tbl_name NOT LIKE 'flyway%' AND name NOT LIKE 'sqlite_stat%'";

    /** The schema of a new store, once it is known; empty before. */
    private static volatile Map<String, String> fresh = Map.of();

    private final Connection connection;
    private final CheckListener listener;

    SqliteStructure(Connection connection, CheckListener listener) {
        this.connection = connection;
        this.listener = listener;
    }

    void run(int schema) {
        pages();
        if (schema == Dialect.SQLITE.version) {
            schema();
        }
    }

    /** Whether the pages of a table can be read, all of them; quick for a small table. */
    static boolean isWhole(Connection connection, String table) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA quick_check('" + table + "')")) {
            return row.next() && "ok".equals(row.getString(1));
        } catch (SQLException e) {
            return false;
        }
    }

    /** SQLite's own check finds what is wrong in pages, free pages and indexes. */
    private void pages() {
        Map<String, String> trees = new HashMap<>();
        Map<String, List<String>> messages = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT rootpage, name FROM sqlite_master")) {
                while (row.next()) {
                    trees.put(row.getString(1), row.getString(2));
                }
            }
            try (ResultSet row = statement.executeQuery("PRAGMA integrity_check(" + MOST + ")")) {
                while (row.next()) {
                    for (String message : row.getString(1).lines().toList()) {
                        if (!"ok".equals(message) && !message.startsWith("***")) {
                            messages.computeIfAbsent(named(message, trees), any -> new ArrayList<>())
                                    .add(message.strip());
                        }
                    }
                }
            }
        } catch (SQLException e) {
            found("file", "", "SQLite cannot check it: " + e.getMessage());
        }
        messages.forEach(this::found);
    }

    /** The table or the index that a message is about. */
    private static String named(String message, Map<String, String> trees) {
        Matcher tree = TREE.matcher(message);
        if (tree.find()) {
            return trees.getOrDefault(tree.group(1), "file");
        }
        Matcher index = INDEX.matcher(message);
        return index.find() ? index.group(1) : "file";
    }

    /** One damage, however many messages SQLite has about it. */
    private void found(String table, List<String> messages) {
        found(
                table,
                "",
                "its structure in the file is damaged: " + Counted.of(messages.size(), "message")
                        + " of SQLite, the first: " + messages.get(0));
        messages.forEach(message -> LOG.info("{}: {}", table, message));
    }

    /** The schema must be that of a new store; more tables and indexes are allowed. */
    private void schema() {
        try {
            Map<String, String> here = read(connection);
            new TreeMap<>(fresh()).forEach((name, text) -> {
                if (!here.containsKey(name)) {
                    found("sqlite_schema", name, "is missing");
                } else if (!text.equals(here.get(name))) {
                    found("sqlite_schema", name, "differs from that of a new store");
                }
            });
        } catch (SQLException e) {
            found("sqlite_schema", "", "cannot be read: " + e.getMessage());
        } catch (IOException e) {
            throw StoreFailure.of("for comparison", "cannot be made", e);
        }
    }

    private static Map<String, String> read(Connection connection) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SCHEMA)) {
            while (row.next()) {
                found.put(row.getString(1), row.getString(2));
            }
        }
        return found;
    }

    /** The schema of a new store. */
    private static Map<String, String> fresh() throws SQLException, IOException {
        if (fresh.isEmpty()) {
            fresh = Map.copyOf(readNew());
        }
        return fresh;
    }

    private static Map<String, String> readNew() throws SQLException, IOException {
        Path folder = Files.createTempDirectory("banip-schema");
        try {
            DriverDataSource source = DriverDataSource.of("jdbc:sqlite:" + folder.resolve("new.db"), new Properties());
            Migrations.migrate(source, Dialect.SQLITE, "for comparison");
            try (Connection connection = source.getConnection()) {
                return read(connection);
            }
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private void found(String table, String place, String what) {
        listener.found(new StoreDamage(table, place, what));
    }
}
