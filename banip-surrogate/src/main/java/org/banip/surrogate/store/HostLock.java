package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Keeps a second host off an SQLite file: the operating system's lock on a file beside it, {@code banip.db.host}, which ends with the process. A lock
 * on the SQLite file itself would end SQLite's own locks when it is closed (https://sqlite.org/howtocorrupt.html, 2.2). The lock's file stays, because
 * another process may be opening it.
 */
final class HostLock implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(HostLock.class);
    private static final String SUFFIX = ".host";
    /** The locked byte lies behind the content, which all may read. */
    private static final long LOCKED = 1 << 20;

    private static final int LONGEST_PID = 32;

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
            Path file = real.resolveSibling(real.getFileName() + SUFFIX);
            FileChannel channel = open(file);
            try {
                if (!lock(channel)) {
                    throw new BanipException(
                            ErrorCode.STORAGE_UNAVAILABLE,
                            "store " + store + " is in use by another host, process " + holder(channel)
                                    + "; one host writes an SQLite file, several share a PostgreSQL database");
                }
                write(channel);
                return new HostLock(file, channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw StoreFailure.of(store.toString(), "cannot be locked", e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        EnumSet<StandardOpenOption> options =
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix") && !Files.exists(file)) {
            return FileChannel.open(
                    file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return FileChannel.open(file, options);
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock(LOCKED, 1, false);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // a store of this process
        }
    }

    private static void write(FileChannel channel) throws IOException {
        channel.truncate(0);
        String pid = ProcessHandle.current().pid() + "\n";
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
        }
    }
}
