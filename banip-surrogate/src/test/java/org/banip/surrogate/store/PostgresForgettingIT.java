package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL. */
class PostgresForgettingIT extends ForgettingContract {
    @RegisterExtension
    static final Databases DATABASES = new Databases();

    private String database;

    @Override
    @BeforeEach
    void openStore() {
        try {
            database = DATABASES.create();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        super.openStore();
    }

    @Override
    StoreLocation location() {
        return DATABASES.location(database);
    }

    @Override
    StoreLocation copy() {
        try {
            return DATABASES.location(DATABASES.create());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Connection connect() throws SQLException {
        Connection connection = DATABASES.connect(database);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET banip.epochs = 'on'");
        }
        return connection;
    }
}
