package org.banip.measure.faults.machine;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A small file system in memory (tmpfs) that can be full or read-only, mounted on a folder. One thread. */
public final class SmallDisk implements Closeable {
    private static final int BLOCK = 4096;

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Why no disk can be mounted here; empty if one can. */
    public static Optional<String> missing() {
        if (!Commands.installed("mount") || !Commands.installed("umount")) {
            return Optional.of("mount and umount (Debian: mount) are not on the PATH");
        }
        try {
            Path folder = Files.createTempDirectory("banip-disk");
            try (SmallDisk trial = mount(folder, 1)) {
                trial.readOnly();
            } finally {
                Files.delete(folder);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no file system can be mounted, which needs root or user namespaces: " + e.getMessage());
        }
    }

    /** Creates a folder and mounts a disk of this size on it. */
    public static SmallDisk mount(Path folder, int mebibytes) throws IOException {
        Files.createDirectories(folder);
        Commands.run("mount", "-t", "tmpfs", "-o", "mode=755,size=" + mebibytes + "m", "tmpfs", folder.toString());
        return new SmallDisk(folder);
    }

    /** Where it is. */
    public Path folder() {
        return folder;
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    /** Takes all its room. */
    public void fill() throws IOException {
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(filler())) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (folder.toFile().getUsableSpace() >= BLOCK) {
                throw e;
            }
        }
    }

    /** Gives the room back. */
    public void empty() throws IOException {
        Files.deleteIfExists(filler());
    }

    /** Refuses further writes. No file may be open for writing. */
    public void readOnly() throws IOException {
        Commands.run("mount", "-o", "remount,ro", folder.toString());
    }

    /** Takes writes again. */
    public void writable() throws IOException {
        Commands.run("mount", "-o", "remount,rw", folder.toString());
    }

    /** Copies all that is on it, but for what has filled it, to a new folder. */
    public void copyTo(Path target) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> !file.equals(filler())).toList();
        }
        for (Path file : files) {
            Files.copy(file, target.resolve(folder.relativize(file).toString()));
        }
    }

    /** Unmounts it; what is on it is lost. */
    @Override
    public void close() throws IOException {
        Commands.run("umount", "-l", folder.toString());
    }
}
