package org.banip.surrogate.alert;

import org.banip.surrogate.store.Databases;
import org.banip.surrogate.store.StoreLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract on a real PostgreSQL. */
class PostgresAlertDamageIT extends AlertDamageContract {
    @RegisterExtension
    static final Databases DATABASES = new Databases();

    private String database;

    @BeforeEach
    @Override
    void open() throws Exception {
        database = DATABASES.create();
        super.open();
    }

    @Override
    StoreLocation location() {
        return DATABASES.location(database);
    }
}
