package org.banip.app.option;

import org.banip.surrogate.store.StoreLocation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the place of a host's store. */
public final class StoreOptions {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "banip.db",
            description = "The store, an SQLite file or a JDBC URL. Default: ${DEFAULT-VALUE}.")
    private String where = "banip.db";

    @Mixin
    private final StoreLogin login = new StoreLogin();

    /**
     * Where the store is.
     *
     * @throws IllegalArgumentException if it is neither a file nor a JDBC URL
     */
    public StoreLocation location() {
        return login.at(where);
    }
}
