package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;

/**
 * Copies a store as it is at one moment, with all that was acknowledged before, while hosts may write it (docs/store.md, "Verify, back up, forget").
 * The copy is a store itself: a new SQLite file, or an empty PostgreSQL database. One thread.
 */
public final class StoreBackup {
    private static final long LOOK_MILLIS = 200;

    /** Hears how far a copy is. */
    @FunctionalInterface
    public interface Listener {
        /**
         * How far it is.
         *
         * @param done bytes of the file, or items, that are copied
         * @param total about all of them
         */
        void progress(long done, long total);
    }

    private StoreBackup() {}

    /**
     * Copies a store.
     *
     * @param from an existing store
     * @param to a file that does not exist, or a database without sessions
     * @param listener hears how far the copy is, on the calling thread
     * @throws IllegalArgumentException if the place of the copy is taken
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if one of them cannot be read or written; then there is no copy
     */
    public static void copy(StoreLocation from, StoreLocation to, Listener listener) {
        from.file().ifPresent(LogCorrection::beforeReading);
        String url = from.file().map(SqliteFile::forReading).orElse(from.text());
        if (to.file().isEmpty()) {
            new StoreCopy(from, url, to, listener).run();
            return;
        }
        Path target = to.file().get();
        Path part = made(target);
        try {
            if (from.file().isPresent()) {
                vacuum(from, url, part, listener);
            } else {
                Files.delete(part);
                new StoreCopy(from, url, StoreLocation.of(part.toString()), listener).run();
            }
            try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
                file.force(true);
            }
            Files.move(part, target);
            sync(target);
        } catch (FileAlreadyExistsException e) {
            throw taken(target);
        } catch (IOException e) {
            throw StoreFailure.of(target.toString(), "cannot be written", e);
        } finally {
            remove(part);
        }
    }

    /** An empty file beside the copy, readable and writable by its owner only. */
    private static Path made(Path target) {
        if (Files.exists(target)) {
            throw taken(target);
        }
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("the folder " + folder + " for the copy does not exist");
        }
        try {
            return Files.createTempFile(folder, "." + target.getFileName() + ".", ".part");
        } catch (IOException e) {
            throw StoreFailure.of(
                    target.toString(), "cannot be created", new IOException(FileError.writing(target, e), e));
        }
    }

    private static IllegalArgumentException taken(Path target) {
        return new IllegalArgumentException(target + " exists; a copy needs a new file");
    }

    /** One transaction reads the whole store, and writes it without free pages and what they held. */
    private static void vacuum(StoreLocation from, String url, Path part, Listener listener) throws IOException {
        Dialect dialect = Dialect.of(url);
        DriverDataSource source =
                DriverDataSource.of(url, dialect.readOnlyProperties(from.credentials(), StoreSettings.DEFAULT));
        int unused = Migrations.check(source, dialect, from.toString());
        FutureTask<Boolean> copying = new FutureTask<>(() -> {
            try (Connection connection = source.getConnection();
                    PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
                vacuum.setString(1, part.toString());
                vacuum.executeUpdate();
                return true;
            }
        });
        Thread thread = new Thread(copying, "banip-store-backup");
        thread.setDaemon(true);
        thread.start();
        long total = Files.size(from.file().orElseThrow());
        boolean copied = false;
        while (!copied) {
            try {
                copied = copying.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                listener.progress(Files.size(part), total);
            } catch (ExecutionException e) {
                throw StoreFailure.of(
                        from.toString(), "cannot be copied to " + part, Objects.requireNonNullElse(e.getCause(), e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "the copy of " + from + " was interrupted", e);
            }
        }
    }

    /** The file's name is durable, too. */
    private static void sync(Path target) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    private static void remove(Path part) {
        for (String suffix : new String[] {"", "-journal", "-wal", "-shm", ".host"}) {
            try {
                Files.deleteIfExists(part.resolveSibling(part.getFileName() + suffix));
            } catch (IOException e) {
                throw StoreFailure.of(part.toString(), "cannot be removed", e);
            }
        }
    }
}
