package org.banip.app.option;

import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.surrogate.store.StoreLocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who logs in to a store's database: a mixin. */
public final class StoreLogin {
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
     * A place with this login.
     *
     * @throws IllegalArgumentException if it is neither a file nor a JDBC URL
     */
    StoreLocation at(String where) {
        return new StoreLocation(
                where, user, Optional.ofNullable(password).map(Secret::value).orElse(""));
    }
}
