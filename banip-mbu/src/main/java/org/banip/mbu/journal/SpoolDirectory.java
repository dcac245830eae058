package org.banip.mbu.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a durable spool, or of those of a gateway, locked for this process. What it creates belongs to its owner only, because samples are
 * patient data. Any thread.
 */
public final class SpoolDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolDirectory.class);
    private static final Pattern SEGMENT = Pattern.compile("spool-(\\d{1,18})\\.log");
    private static final Pattern TEMPORARY = Pattern.compile("spool-\\d{1,18}\\.new");
    private static final String OWNER = "rw-------";
    /** Those of this process. A second lock of the same file in one process would end the first one where it is closed. */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final boolean posix;
    private final RandomAccessFile lockFile;

    private SpoolDirectory(Path path, boolean posix, RandomAccessFile lockFile) {
        this.path = path;
        this.posix = posix;
        this.lockFile = lockFile;
    }

    /**
     * Creates the directory if it is not there, and locks it.
     *
     * @throws IllegalArgumentException if another MBU uses it
     * @throws IOException if it cannot be created or locked
     */
    public static SpoolDirectory lock(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path, attributes(posix, "rwx------"));
            syncDirectory(path.toAbsolutePath().getParent());
        }
        warnIfOpenToOthers(path, posix);
        Path real = path.toRealPath();
        if (!IN_USE.add(real)) {
            throw inUse(path);
        }
        try {
            return new SpoolDirectory(real, posix, lockFile(path, posix));
        } catch (IOException | RuntimeException e) {
            IN_USE.remove(real);
            throw e;
        }
    }

    private static RandomAccessFile lockFile(Path path, boolean posix) throws IOException {
        Path lock = path.resolve("lock");
        try {
            createPrivate(lock, posix);
        } catch (FileAlreadyExistsException e) {
            LOG.trace("spool: {} is of an earlier process, or of one that starts now", lock);
        }
        RandomAccessFile file = new RandomAccessFile(lock.toFile(), "rw");
        FileLock held = file.getChannel().tryLock();
        if (held == null) {
            file.close();
            throw inUse(path);
        }
        return file;
    }

    private static IllegalArgumentException inUse(Path path) {
        return new IllegalArgumentException(
                "spool: another MBU uses the directory " + path + "; each needs a directory of its own");
    }

    private static void warnIfOpenToOthers(Path path, boolean posix) throws IOException {
        if (posix) {
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(path);
            if (allowed.contains(PosixFilePermission.OTHERS_WRITE)
                    || allowed.contains(PosixFilePermission.GROUP_WRITE)) {
                LOG.warn("spool: other users may write the directory {}; only its owner should", path);
            }
        }
    }

    private static FileAttribute<?>[] attributes(boolean posix, String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** The real path. */
    public Path path() {
        return path;
    }

    Path segment(long number) {
        return path.resolve("spool-" + number + ".log");
    }

    Path temporary(long number) {
        return path.resolve("spool-" + number + ".new");
    }

    /** The numbers of the files, in order. Files that never got their name are deleted. */
    Set<Long> segments() throws IOException {
        Set<Long> numbers = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                Matcher segment = SEGMENT.matcher(name);
                if (segment.matches()) {
                    numbers.add(Long.parseLong(segment.group(1)));
                } else if (TEMPORARY.matcher(name).matches()) {
                    Files.delete(file);
                }
            }
        }
        return numbers;
    }

    /** Creates a file that only its owner may read. */
    public void createPrivate(Path file) throws IOException {
        createPrivate(file, posix);
    }

    private static void createPrivate(Path file, boolean posix) throws IOException {
        Files.createFile(file, attributes(posix, OWNER));
    }

    /** Gives a file its name, and waits until that is on the disk. */
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(path);
    }

    void delete(long number) throws IOException {
        Files.deleteIfExists(segment(number));
    }

    /** Waits until the names in the directory are on the disk, where the platform can do that. */
    public void sync() throws IOException {
        syncDirectory(path);
    }

    private static void syncDirectory(@Nullable Path directory) throws IOException {
        if (directory == null) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // an interrupt would close the channel
        try (FileChannel channel = openDirectory(directory)) {
            if (channel != null) {
                channel.force(true);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static @Nullable FileChannel openDirectory(Path directory) {
        try {
            return FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException e) {
            LOG.debug("spool: the directory {} cannot be synced: {}", directory, e.toString());
            return null; // Windows has no such thing
        }
    }

    /** Lets another process use the directory. A second call does nothing. */
    public void unlock() throws IOException {
        if (lockFile.getChannel().isOpen()) {
            lockFile.close();
            IN_USE.remove(path);
        }
    }
}
