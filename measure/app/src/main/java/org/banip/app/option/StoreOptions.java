package org.banip.app.option;

import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.surrogate.store.StoreLocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the place of a store. */
public final class StoreOptions {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "banip.db",
            description = "The store, an SQLite file or a JDBC URL. Default: ${DEFAULT-VALUE}.")
    private String where = "banip.db";

    @Option(
            names = "--store-user",
            paramLabel = "NAME",
            defaultValue = "",
            description = "User of the database, with a JDBC URL. Default: none.")
    private String user = "";

    @Option(
            names = "--store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password of the database. Default: none.")
    private @Nullable Secret password;

    /**
     * Where the store is.
     *
     * @throws IllegalArgumentException if it is neither a file nor a JDBC URL
     */
    public StoreLocation location() {
        return new StoreLocation(
                where, user, Optional.ofNullable(password).map(Secret::value).orElse(""));
    }
}
