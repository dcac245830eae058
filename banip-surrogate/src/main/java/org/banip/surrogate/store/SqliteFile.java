package org.banip.surrogate.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Checks the file of an SQLite store before SQLite opens it: its format, its permissions, and how to open it. */
final class SqliteFile {
    private static final Logger LOG = ServerLog.of(SqliteFile.class);
    private static final String URL = "jdbc:sqlite:";
    /** The first bytes of each SQLite file (sqlite.org/fileformat.html, section 1.3). */
    private static final byte[] SIGNATURE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private SqliteFile() {}

    /**
     * The URL for a writer. A missing file is created, with its directory, readable and writable by its owner only; SQLite
     * gives the write-ahead log the same permissions. It appears with SQLite's header, so an empty file is never a new store.
     */
    static String forWriting(Path file) {
        try {
            if (Files.exists(file)) {
                check(file);
                if (!Files.isWritable(file)) {
                    throw refused(file, "cannot be opened: no permission to write it");
                }
            } else {
                make(file);
            }
        } catch (FileSystemException e) {
            throw StoreFailure.of(file.toString(), "cannot be created", readable(e));
        } catch (IOException | SQLException e) {
            throw StoreFailure.of(file.toString(), "cannot be created", e);
        }
        return URL + file;
    }

    private static void make(Path file) throws IOException, SQLException {
        Path directory = file.getParent();
        if (directory == null) {
            throw new IOException(file + " is a directory");
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
            LOG.warn(
                    "- store {}: the folder {} did not exist and is created: a new store begins, with nothing of an earlier one",
                    file,
                    directory);
        }
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
            giveName(making, file);
        } catch (FileAlreadyExistsException e) {
            // Another process created it at the same time; its file is used.
            check(file);
        } finally {
            Files.deleteIfExists(making);
        }
    }

    /** A link fails if the file exists; a move looks first and may replace a file that another process has just created and opened. */
    private static void giveName(Path made, Path file) throws IOException {
        try {
            Files.createLink(file, made);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            LOG.debug("store {}: the file system has no links: {}", file, e.getMessage());
            Files.move(made, file);
        }
    }

    /** A file system's exceptions often have a path as their only message. */
    private static IOException readable(FileSystemException e) {
        String path = e.getFile();
        if (e instanceof AccessDeniedException) {
            return new IOException("no permission to write " + path, e);
        }
        if (e instanceof FileAlreadyExistsException) {
            return new IOException(path + " is a file, not a folder", e);
        }
        String reason = e.getReason();
        return new IOException(
                "cannot write " + path + (reason == null ? ": its folder takes no new files" : ": " + reason), e);
    }

    /** Refuses what cannot be an SQLite file, with the reason; SQLite itself does not tell it. */
    private static void check(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw refused(file, "is a directory; allowed is a file");
        }
        if (!Files.isRegularFile(file)) {
            throw refused(file, "is a device or a pipe; allowed is a file");
        }
        if (!Files.isReadable(file)) {
            throw refused(file, "cannot be opened: no permission to read it");
        }
        if (Files.size(file) == 0) {
            throw refused(
                    file,
                    "is empty: the file has 0 bytes, so what it held is lost. Put a backup in its place;"
                            + " to begin a new store, remove the file");
        }
        byte[] beginning;
        try (InputStream in = Files.newInputStream(file)) {
            beginning = in.readNBytes(SIGNATURE.length);
        }
        if (!Arrays.equals(beginning, SIGNATURE)) {
            throw refused(file, "is no SQLite file: it does not begin with SQLite's signature");
        }
    }

    private static BanipException refused(Path file, String why) {
        return new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "store " + file + ' ' + why);
    }

    /**
     * The URL for a reader. On a read-only file system SQLite cannot share the file with a writer. Then there can be no writer, and the file is
     * opened as one that does not change.
     */
    static String forReading(Path file) {
        if (!Files.exists(file)) {
            throw refused(file, "does not exist");
        }
        try {
            check(file);
            Path directory = file.getParent();
            if (directory == null || Files.isWritable(directory)) {
                return URL + file;
            }
            Path log = file.resolveSibling(file.getFileName() + "-wal");
            if (Files.exists(log) && Files.size(log) > 0) {
                throw refused(
                        file,
                        "cannot be read here: " + directory + " cannot be written, and " + log
                                + " holds commits that are not in the file yet. Copy both to a directory that can be written");
            }
            return URL + "file:" + file.toUri().getRawPath() + "?immutable=1";
        } catch (IOException e) {
            throw StoreFailure.of(file.toString(), "cannot be read", e);
        }
    }
}
