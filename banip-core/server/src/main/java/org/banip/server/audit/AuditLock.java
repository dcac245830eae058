package org.banip.server.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;

/**
 * Keeps a second writer off the directory of an audit log: the operating system's lock on its file {@code lock}, which ends with the process, and
 * within the process a claim in the system properties, which all class loaders share.
 */
final class AuditLock implements AutoCloseable {
    private static final String CLAIM = "org.banip.server.audit:";

    private final String claim;
    private final FileChannel channel;

    private AuditLock(String claim, FileChannel channel) {
        this.claim = claim;
        this.channel = channel;
    }

    /**
     * Makes the directory if there is none, for its owner only, and locks it.
     *
     * @throws IllegalArgumentException if that is not possible
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if another log is written there
     */
    static AuditLock of(Path directory) {
        try {
            make(directory);
            String claim = CLAIM + directory.toRealPath();
            if (System.getProperties().putIfAbsent(claim, "") != null) {
                throw inUse(directory);
            }
            try {
                return new AuditLock(claim, locked(directory));
            } catch (IOException | RuntimeException | Error e) {
                System.getProperties().remove(claim);
                throw e;
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("audit: " + FileError.writing(directory, e), e);
        }
    }

    private static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(directory);
        }
    }

    private static FileChannel locked(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(directory);
            }
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(directory);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static BanipException inUse(Path directory) {
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "the audit log in " + directory
                        + " is written by another server or command; each needs a directory of its own");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // the lock ends with the process
        } finally {
            System.getProperties().remove(claim);
        }
    }
}
