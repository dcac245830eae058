package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Migrates a database to the current schema. A database with the current schema is not changed, which saves most of a second. */
final class Migrations {
    private Migrations() {}

    static void migrate(DataSource writer, Dialect dialect, String where) {
        if (version(writer, dialect, where) == dialect.version) {
            return;
        }
        try {
            Flyway.configure(Migrations.class.getClassLoader())
                    .dataSource(writer)
                    .locations(dialect.migrations().toArray(String[]::new))
                    .placeholders(dialect.placeholders())
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "store " + where + " cannot be brought to schema version " + dialect.version + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** The schema version of a database, which must be one that this code can read. */
    static int check(DataSource reader, Dialect dialect, String where) {
        int version = version(reader, dialect, where);
        if (version < 1) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "store " + where + " has schema version " + version + ", readable are 1 to " + dialect.version);
        }
        return version;
    }

    /** The schema version of the database, 0 if there is none. */
    private static int version(DataSource source, Dialect dialect, String where) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            if (number(statement, dialect.historyExists) == 0) {
                return 0;
            }
            int version =
                    number(statement, "SELECT max(CAST(version AS INTEGER)) FROM flyway_schema_history WHERE success");
            if (version > dialect.version) {
                throw new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "store " + where + " has schema version " + version + " of a newer BANip, known are up to "
                                + dialect.version);
            }
            return version;
        } catch (SQLException e) {
            throw StoreFailure.of(where, "cannot be opened", e);
        }
    }

    private static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }
}
