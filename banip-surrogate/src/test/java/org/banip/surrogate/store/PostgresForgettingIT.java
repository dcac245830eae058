package org.banip.surrogate.store;

import java.sql.SQLException;
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
}
