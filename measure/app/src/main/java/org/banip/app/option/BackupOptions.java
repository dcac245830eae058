package org.banip.app.option;

import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.surrogate.store.StoreLocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The place of a store's copy: a mixin. */
public final class BackupOptions {
    @Parameters(
            index = "0",
            paramLabel = "COPY",
            description = "The copy: a new SQLite file, or the JDBC URL of a database without sessions.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String where;

    @Option(
            names = "--copy-user",
            paramLabel = "NAME",
            defaultValue = "",
            description = "User of the copy's database, with a JDBC URL. Default: none.")
    private String user = "";

    @Option(
            names = "--copy-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password of the copy's database. Default: none.")
    private @Nullable Secret password;

    /**
     * Where the copy is to be.
     *
     * @throws IllegalArgumentException if it is neither a file nor a JDBC URL
     */
    public StoreLocation location() {
        return new StoreLocation(
                where, user, Optional.ofNullable(password).map(Secret::value).orElse(""));
    }
}
