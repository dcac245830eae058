package org.banip.surrogate.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A PostgreSQL for one test class: it runs from before the first case until after the last one, and each case makes databases in it. */
public final class Databases implements BeforeAllCallback, AfterAllCallback {
    private @Nullable PostgresServer server;
    private int made;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        server = PostgresServer.start();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (server != null) {
            server.close();
        }
    }

    PostgresServer server() {
        return Objects.requireNonNull(server);
    }

    /** Makes an empty database. Returns its name. */
    public String create() throws SQLException {
        String name = "test" + made++;
        server().createDatabase(name);
        return name;
    }

    /** Where a store is that is in this database. */
    public StoreLocation location(String database) {
        return new StoreLocation(server().url(database), server().user(), "");
    }

    Connection connect(String database) throws SQLException {
        return server().connect(database);
    }
}
