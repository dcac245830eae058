package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Keeps a second host off an SQLite file: the operating system's lock on a file beside it, {@code banip.db.host}, which ends with the process. A lock
 * on the SQLite file itself would end SQLite's own locks when it is closed (https://sqlite.org/howtocorrupt.html, 2.2). The lock's file stays,
 * because another process may be opening it.
 *
 * <p>A process loses such a lock as soon as it closes any channel of the file, also one of another class loader. So a claim in the system properties,
 * which all class loaders share, comes first: while one host of this process has it, no other opens the lock's file.
 */
final class HostLock implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(HostLock.class);
    private static final String SUFFIX = ".host";
    /** The locked byte lies behind the content, which all may read. */
    private static final long LOCKED = 1 << 20;

    private static final int LONGEST_PID = 32;

    /** Before the path of the lock's file, the name of the claim. */
    private static final String CLAIM = "org.banip.surrogate.store.host:";

    private final Path file;
    private final FileChannel channel;

    private HostLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks an existing SQLite file for this process.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if another host has it, or it cannot be locked
     */
    static HostLock of(Path store) {
        try {
            // By a URL with parameters, SQLite itself makes the file, later.
            Path real = Files.exists(store) ? store.toRealPath() : store;
            Path file = made(real.resolveSibling(real.getFileName() + SUFFIX)).toRealPath();
            if (System.getProperties().putIfAbsent(CLAIM + file, process()) != null) {
                throw inUse(store, process());
            }
            try {
                return new HostLock(file, locked(store, file));
            } catch (IOException | RuntimeException | Error e) {
                unclaim(file);
                throw e;
            }
        } catch (IOException e) {
            throw StoreFailure.of(store.toString(), "cannot be locked", e);
        }
    }

    /** Makes the file, readable and writable by its owner only, unless it exists; an existing one is not opened. */
    private static Path made(Path file) throws IOException {
        try {
            return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                    ? Files.createFile(
                            file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                    : Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            return file;
        }
    }

    private static FileChannel locked(Path store, Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (!lock(channel)) {
                throw inUse(store, holder(channel));
            }
            write(channel);
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static BanipException inUse(Path store, String process) {
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "store " + store + " is in use by another process (host or store), " + process
                        + "; one process writes an SQLite file, several hosts share a PostgreSQL database");
    }

    private static String process() {
        return Long.toString(ProcessHandle.current().pid());
    }

    private static void unclaim(Path file) {
        System.getProperties().remove(CLAIM + file);
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock(LOCKED, 1, false);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // something else in this process
        }
    }

    private static void write(FileChannel channel) throws IOException {
        channel.truncate(0);
        String pid = process() + "\n";
        int unused = channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONGEST_PID);
        int length = channel.read(content, 0);
        String pid = new String(content.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII).trim();
        return pid.matches("[0-9]+") ? pid : "unknown";
    }

    /** The lock ends. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("{} cannot be closed: {}", file, e.getMessage());
        } finally {
            unclaim(file);
        }
    }
}
