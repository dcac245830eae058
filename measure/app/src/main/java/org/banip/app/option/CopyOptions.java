package org.banip.app.option;

import org.banip.surrogate.store.StoreLocation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the place of a store in a process of its own, which is not that of a host. */
public final class CopyOptions {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "copy.db",
            description = "The store, an SQLite file or a JDBC URL; not that of a host. Default: ${DEFAULT-VALUE}.")
    private String where = "copy.db";

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
