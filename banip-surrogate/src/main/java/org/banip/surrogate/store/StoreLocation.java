package org.banip.surrogate.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.banip.server.tls.PlainText;

/**
 * The location of a store: an SQLite file, or a database by its JDBC URL. Only this class decides which of the two a text names; all commands and
 * the WAR use it. Immutable.
 *
 * @param text a path, or a URL that begins with {@code jdbc:}
 * @param user for a JDBC URL, empty if the URL or the server needs none
 * @param password for a JDBC URL
 */
public record StoreLocation(String text, String user, String password) {
    private static final String JDBC = "jdbc:";
    private static final String SQLITE = "jdbc:sqlite:";
    private static final String POSTGRES = "jdbc:postgresql://";
    private static final Pattern SSL_MODE = Pattern.compile("[?&]sslmode=");
    private static final Pattern OTHER_URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*");

    /** Refuses an empty text, one that is a URL but not JDBC's, and a text that is no path. */
    public StoreLocation {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the store's name is empty: it must be a file or a JDBC URL");
        }
        if (OTHER_URL.matcher(text).matches()) {
            throw new IllegalArgumentException("store " + DriverDataSource.withoutParameters(text)
                    + " is neither a file nor a JDBC URL, for example jdbc:postgresql://host/database");
        }
        if (!text.startsWith(JDBC)) {
            check(text);
        }
    }

    private static void check(String path) {
        try {
            Path unused = Path.of(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("store '" + path + "' is no path: " + e.getReason(), e);
        }
    }

    /** A file, or a database that needs no credentials beside its URL. */
    public static StoreLocation of(String text) {
        return new StoreLocation(text, "", "");
    }

    /** The SQLite file; empty for a database on a server, and for an SQLite URL with parameters. */
    Optional<Path> file() {
        if (!text.startsWith(JDBC)) {
            return Optional.of(Path.of(text).toAbsolutePath());
        }
        return text.startsWith(SQLITE) && text.indexOf('?') < 0
                ? Optional.of(Path.of(text.substring(SQLITE.length())).toAbsolutePath())
                : Optional.empty();
    }

    /** The SQLite file, also of a URL with parameters; empty for a database on a server or in memory. */
    Optional<Path> sqliteFile() {
        if (file().isPresent() || !text.startsWith(SQLITE)) {
            return file();
        }
        String name = text.substring(SQLITE.length(), text.indexOf('?'));
        return name.isEmpty() || name.startsWith(":") || name.startsWith("file:")
                ? Optional.empty()
                : Optional.of(Path.of(name).toAbsolutePath());
    }

    /** Whether it is a PostgreSQL server on another machine. */
    private boolean isRemotePostgres() {
        if (!text.startsWith(POSTGRES)) {
            return false;
        }
        String hosts = text.substring(POSTGRES.length()).split("[/?]", 2)[0];
        return Arrays.stream(hosts.split(",", -1))
                .map(host -> host.replaceFirst(":[0-9]+$", ""))
                .anyMatch(host -> !host.isEmpty() && !PlainText.isLoopback(host));
    }

    /** User and password, and for a PostgreSQL server on another machine TLS with a certificate for its name, unless the URL says otherwise. */
    Properties credentials() {
        Properties credentials = new Properties();
        if (isRemotePostgres() && !SSL_MODE.matcher(text).find()) {
            credentials.setProperty("sslmode", "verify-full");
        }
        if (!user.isEmpty()) {
            credentials.setProperty("user", user);
        }
        if (!password.isEmpty()) {
            credentials.setProperty("password", password);
        }
        return credentials;
    }

    /** The absolute path, or the URL without its parameters, which may hold a password. */
    @Override
    public String toString() {
        return file().map(Path::toString).orElseGet(() -> DriverDataSource.withoutParameters(text));
    }
}
