package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Checks the file of an SQLite store before SQLite opens it: its format, its permissions, and how to open it. */
final class SqliteFile {
    private static final String URL = "jdbc:sqlite:";

    private SqliteFile() {}

    /**
     * The URL for a writer. A missing file is created, with its directory, readable and writable by its owner only; SQLite
     * gives the write-ahead log the same permissions. It appears with SQLite's header, so an empty file is never a new store.
     */
    static String forWriting(Path file) {
        try {
            if (Files.exists(file)) {
                refuseEmpty(file);
            } else {
                make(file);
            }
        } catch (IOException | SQLException e) {
            throw StoreFailure.of(file.toString(), "cannot be made", e);
        }
        return URL + file;
    }

    private static void make(Path file) throws IOException, SQLException {
        Path directory = file.getParent();
        if (directory == null) {
            throw new IOException(file + " is a directory");
        }
        Files.createDirectories(directory);
        // Such a file is its owner's only (java.nio.file.Files.createTempFile).
        Path making = Files.createTempFile(directory, "." + file.getFileName() + ".", ".new");
        try {
            Properties properties = new Properties();
            properties.setProperty("journal_mode", "WAL");
            try (Connection connection =
                            DriverDataSource.of(URL + making, properties).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA user_version = 1");
            }
            Files.move(making, file);
        } catch (FileAlreadyExistsException e) {
            // Another process created it at the same time; its file is used.
            refuseEmpty(file);
        } finally {
            Files.deleteIfExists(making);
        }
    }

    private static void refuseEmpty(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) == 0) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "store " + file
                            + " is empty: the file has 0 bytes, so what it held is lost. Put a backup in its place;"
                            + " to begin a new store, remove the file");
        }
    }

    /**
     * The URL for a reader. On a read-only file system SQLite cannot share the file with a writer. Then there can be no writer, and the file is
     * opened as one that does not change.
     */
    static String forReading(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "store " + file + " is not there");
        }
        try {
            refuseEmpty(file);
            Path directory = file.getParent();
            if (directory == null || Files.isWritable(directory)) {
                return URL + file;
            }
            Path log = file.resolveSibling(file.getFileName() + "-wal");
            if (Files.exists(log) && Files.size(log) > 0) {
                throw new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "store " + file + " cannot be read here: " + directory + " cannot be written, and " + log
                                + " holds commits that are not in the file yet. Copy both to a directory that can be written");
            }
            return URL + "file:" + file.toUri().getRawPath() + "?immutable=1";
        } catch (IOException e) {
            throw StoreFailure.of(file.toString(), "cannot be read", e);
        }
    }
}
